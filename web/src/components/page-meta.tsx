type Props = { path: string; title: string; description: string; isHidden?: boolean };

/** React lifts these into the head. A hidden page is not for search engines. */
export function PageMeta({ path, title, description, isHidden }: Props) {
  const address = window.location.origin + path;
  const fullTitle = title === 'Cairn' ? title : `${title} · Cairn`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      {isHidden && <meta name="robots" content="noindex" />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Cairn" />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${window.location.origin}/social.jpg`} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
    </>
  );
}
