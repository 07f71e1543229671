import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TileLayer, useMap } from 'react-leaflet';
import { callApi } from '../../lib/api-client.ts';
import { useIsDark } from '../../lib/use-is-dark.ts';
import styles from './map.module.css';

/** Configuration of the installation; constant while the page is open. */
const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => callApi('GET /api/config', { signal, token: null }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The tiles of the current scheme; a service without dark tiles is darkened by a filter. */
export function MapTiles() {
  const { data: config } = useQuery(siteConfigQuery);
  const isDark = useIsDark();
  if (!config) return null;
  const darkUrl = isDark ? config.mapTileUrlDark : null;
  const url = darkUrl ?? config.mapTileUrl;
  const className = isDark && !darkUrl ? styles['darkened'] : undefined;
  return (
    <TileLayer
      key={url}
      url={url}
      attribution={config.mapAttribution}
      {...(className ? { className } : {})}
    />
  );
}

/** Leaflet's container is focusable for keyboard control and its drawing is an SVG, so both need a name. */
export function MapNames({ map: mapName, drawing }: { map: string; drawing: string }) {
  const map = useMap();
  useEffect(() => {
    const element = map.getContainer();
    element.setAttribute('role', 'application');
    element.setAttribute('aria-label', mapName);
    const svg = map.getPane('overlayPane')?.querySelector('svg');
    svg?.setAttribute('role', 'img');
    svg?.setAttribute('aria-label', drawing);
  }, [map, mapName, drawing]);
  return null;
}
