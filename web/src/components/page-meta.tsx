import { useEffect } from 'react';
import { siteOrigin } from '../lib/site-origin.ts';

type Props = {
  path: string;
  title: string;
  description: string;
  /** Excluded from search engines. */
  isHidden?: boolean;
  type?: 'website' | 'article';
  /** Default: the site's picture. */
  picture?: Picture;
};

/** Of 1200 by 630 pixels, on this site. */
export type Picture = { path: string; alt: string };

/** React hoists these into the head; the build writes them into the page's file as well. */
export function PageMeta({
  path,
  title,
  description,
  isHidden,
  type = 'website',
  picture = PICTURE,
}: Props) {
  useEffect(dropShellTags, []);
  const origin = siteOrigin();
  const address = origin + path;
  const fullTitle = title === 'Cairn' ? title : `${title} · Cairn`;
  const pictureAddress = origin + picture.path;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {isHidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content="Cairn" />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={pictureAddress} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={pictureAddress} />
    </>
  );
}

const PICTURE: Picture = {
  path: '/social.jpg',
  alt: 'Cairn: three stacked stones on a contour map, at the end of a dotted trail',
};

/** A page that was not prerendered has static tags in its head that React does not manage. */
function dropShellTags(): void {
  for (const tag of document.head.querySelectorAll('[data-shell]')) tag.remove();
}
