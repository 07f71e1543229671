const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB = /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i;
const NAME = /^(?!(?:transparent|currentcolor|inherit|initial|unset|revert)$)[a-z]{3,20}$/i;

/** Colours that the server accepts: opaque ones. */
export function isColour(text: string): boolean {
  return HEX.test(text) || RGB.test(text) || NAME.test(text);
}

type Swatch = { name: string; value: string };

/** Medium tones, readable on light and dark backgrounds. */
export const TEXT_COLOURS: readonly Swatch[] = [
  { name: 'Pine', value: '#2f7d5b' },
  { name: 'Ember', value: '#c2541f' },
  { name: 'Red', value: '#c93a40' },
  { name: 'Gold', value: '#a06a00' },
  { name: 'Blue', value: '#3b73b9' },
  { name: 'Violet', value: '#8459b5' },
  { name: 'Slate', value: '#6d7b76' },
];

export const BACKGROUND_COLOURS: readonly Swatch[] = [
  { name: 'Yellow', value: '#fff3b0' },
  { name: 'Green', value: '#d6eed3' },
  { name: 'Blue', value: '#d3e6fa' },
  { name: 'Rose', value: '#fadadd' },
  { name: 'Orange', value: '#ffe0c2' },
  { name: 'Grey', value: '#e6e6e0' },
];
