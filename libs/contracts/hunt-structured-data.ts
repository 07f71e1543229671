import type { Product } from './http/hunts.ts';

/** Search engines show a hunt as an event with an offer: https://schema.org/Event. */
export type HuntStructuredData = Record<string, unknown>;

/**
 * schema.org data of a hunt's page at `origin`. Null without the day that the hunt began, which an event
 * requires.
 */
export function describeHunt(hunt: Product, origin: string): HuntStructuredData | null {
  if (hunt.hidden_at === null) return null;
  const url = `${origin}/hunts/${hunt.handle}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: hunt.title,
    description: hunt.description,
    startDate: hunt.hidden_at,
    eventStatus: `https://schema.org/${hunt.status === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url,
    image: [`${origin}/api/hunts/${hunt.handle}/picture.jpg`],
    location: {
      '@type': 'Place',
      name: hunt.region,
      address: hunt.region,
      ...(hunt.search_area && {
        geo: {
          '@type': 'GeoCircle',
          geoMidpoint: {
            '@type': 'GeoCoordinates',
            latitude: hunt.search_area.lat,
            longitude: hunt.search_area.lng,
          },
          geoRadius: hunt.search_area.radius_m,
        },
      }),
    },
    organizer: { '@type': 'Organization', name: 'Cairn', url: origin },
    offers: {
      '@type': 'Offer',
      url,
      price: hunt.price_amount,
      priceCurrency: hunt.price_currency,
      availability: `https://schema.org/${AVAILABILITY[hunt.status] ?? 'SoldOut'}`,
    },
  };
}

const AVAILABILITY: Readonly<Record<string, string>> = { active: 'InStock', upcoming: 'PreOrder' };

/** JSON for a script element: `<` is escaped, so that no text can close the element. */
export function toScriptText(data: HuntStructuredData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
