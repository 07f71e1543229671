/** As root Chromium cannot use its sandbox; it only opens our own pages. */
export const CHROMIUM_ARGUMENTS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic'],
  '--disable-background-networking',
];
