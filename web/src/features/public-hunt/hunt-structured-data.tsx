import type { Product } from '@cairn/contracts/http/hunts.ts';
import { describeHunt, toScriptText } from '@cairn/contracts/hunt-structured-data.ts';
import { siteOrigin } from '../../lib/site-origin.ts';

/** A data block for search engines; it is not executed. */
export function HuntStructuredData({ hunt }: { hunt: Product }) {
  const data = describeHunt(hunt, siteOrigin());
  if (!data) return null;
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with `<` escaped
      dangerouslySetInnerHTML={{ __html: toScriptText(data) }}
    />
  );
}
