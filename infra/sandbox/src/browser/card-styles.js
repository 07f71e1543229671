const RULES = `
.sandbox-card { display: flex; flex-wrap: wrap; align-items: center; gap: .35em .7em; width: 100%;
  min-height: 1.4em; box-sizing: border-box; color: var(--card-color, inherit);
  font-family: var(--card-font-family, inherit); font-size: var(--card-font-size, 1em);
  font-weight: var(--card-font-weight, inherit); font-style: var(--card-font-style, inherit);
  line-height: var(--card-line-height, 1.4); letter-spacing: var(--card-letter-spacing, normal); }
.sandbox-card__number { display: flex; align-items: center; gap: .6em; flex: 1 1 13em; min-width: 0; }
.sandbox-card__rest { display: flex; gap: .7em; flex: 1 1 11.5em; min-width: 0; }
.sandbox-card__rest > input:nth-child(1) { flex: 3 1 4.4em; }
.sandbox-card__rest > input:nth-child(2) { flex: 2 1 2.6em; }
.sandbox-card__rest > input:nth-child(3) { flex: 3 1 3.4em; }
.sandbox-card__icon { flex: none; width: 1.75em; height: 1.15em; border-radius: .18em; display: grid;
  place-items: center; box-sizing: border-box; border: 1px solid currentColor;
  color: var(--card-icon-color, currentColor); font: 700 .58em/1 system-ui, sans-serif;
  width: 3em; height: 2em; letter-spacing: 0; text-transform: uppercase; }
.sandbox-card input.sandbox-card__input { all: unset; box-sizing: border-box; min-width: 0;
  width: 100%; padding: .2em 0; color: inherit; cursor: text; font: inherit;
  letter-spacing: inherit; font-variant-numeric: tabular-nums; }
.sandbox-card input.sandbox-card__input::placeholder { color: var(--card-placeholder, currentColor);
  opacity: var(--card-placeholder-opacity, .6); }
.sandbox-card input.sandbox-card__input:focus-visible { box-shadow: 0 2px 0 -1px currentColor; }
.sandbox-card input.sandbox-card__input:disabled { cursor: not-allowed; opacity: .6; }
.sandbox-card input.sandbox-card__input[aria-invalid="true"] { color: var(--card-invalid, #c8321f); }
`;

const VARIABLES = {
  color: '--card-color',
  fontFamily: '--card-font-family',
  fontSize: '--card-font-size',
  fontWeight: '--card-font-weight',
  fontStyle: '--card-font-style',
  lineHeight: '--card-line-height',
  letterSpacing: '--card-letter-spacing',
  iconColor: '--card-icon-color',
};

let isAdopted = false;

/** A constructed style sheet is allowed under the page's content security policy. */
export function adoptStyles() {
  if (isAdopted) return;
  isAdopted = true;
  adoptSheet(RULES);
}

export function adoptSheet(rules) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Sets Stripe's `style` option as CSS custom properties of the field. */
export function applyStyle(root, style = {}) {
  const { base = {}, invalid = {} } = style;
  for (const [property, variable] of Object.entries(VARIABLES)) {
    set(root, variable, base[property]);
  }
  const placeholder = base['::placeholder']?.color;
  set(root, '--card-placeholder', placeholder);
  set(root, '--card-placeholder-opacity', placeholder ? '1' : undefined);
  set(root, '--card-invalid', invalid.color);
}

function set(root, variable, value) {
  if (value === undefined || value === null) root.style.removeProperty(variable);
  else root.style.setProperty(variable, String(value));
}
