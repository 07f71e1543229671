import { adoptStyles } from './card-styles.js';

/** Stripe's names and labels, so that autofill and browser tests work with both. */
const FIELDS = [
  {
    key: 'number',
    label: 'Credit or debit card number',
    name: 'cardnumber',
    placeholder: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
  },
  {
    key: 'expiry',
    label: 'Credit or debit card expiration date',
    name: 'exp-date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
  },
  {
    key: 'cvc',
    label: 'Credit or debit card CVC/CVV',
    name: 'cvc',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
  },
  {
    key: 'postal',
    label: 'ZIP',
    name: 'postal',
    placeholder: 'ZIP',
    autocomplete: 'billing postal-code',
    inputmode: 'text',
  },
];

export function buildCardInputs() {
  adoptStyles();
  const root = element('div', { class: 'sandbox-card', role: 'group' });
  root.setAttribute('aria-label', 'Credit or debit card');
  const icon = element('span', { class: 'sandbox-card__icon', 'aria-hidden': 'true' });
  const inputs = Object.fromEntries(FIELDS.map((field) => [field.key, buildInput(field)]));
  const number = element('div', { class: 'sandbox-card__number' });
  const rest = element('div', { class: 'sandbox-card__rest' });
  number.append(icon, inputs.number);
  rest.append(inputs.expiry, inputs.cvc, inputs.postal);
  root.append(number, rest);
  return { root, icon, inputs };
}

function buildInput({ key, label, ...attributes }) {
  return element('input', {
    class: 'sandbox-card__input',
    type: 'text',
    'aria-label': label,
    'data-elements-stable-field-name': key,
    autocapitalize: 'none',
    autocorrect: 'off',
    spellcheck: 'false',
    // No form owner: card data must not appear in the embedding page's FormData.
    form: '',
    ...attributes,
  });
}

export function element(tag, attributes = {}, text = '') {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text) node.textContent = text;
  return node;
}
