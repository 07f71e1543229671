import {
  digitsOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostal,
  writeFormatted,
} from './card-formats.js';
import { buildCardInputs } from './card-inputs.js';
import {
  cvcProblem,
  expiryProblem,
  isIncomplete,
  numberProblem,
  postalProblem,
  rangeOf,
} from './card-rules.js';
import { applyStyle } from './card-styles.js';
import { ElementEvents, integrationError } from './element-events.js';

const ORDER = ['number', 'expiry', 'cvc', 'postal'];
const BRAND_SIGNS = {
  mastercard: 'MC',
  unknown: '',
  unionpay: 'UP',
  discover: 'Disc',
  diners: 'DC',
};
const STATES = ['complete', 'empty', 'focus', 'invalid'];

/** Returned by `elements.create('card')`; the public methods are Stripe's. */
export class CardElement extends ElementEvents {
  #options;
  #parts = buildCardInputs();
  #container = null;
  #labels = new AbortController();
  #left = new Set();
  #lastChange = '';
  #isDestroyed = false;

  constructor(options = {}) {
    super('card');
    this.#options = { ...options };
    for (const key of ORDER) this.#listen(key);
    this.#applyOptions();
    this.#refresh();
  }

  mount(target) {
    if (this.#isDestroyed) throw integrationError('This Element has already been destroyed.');
    const container = typeof target === 'string' ? document.querySelector(target) : target;
    if (!container)
      throw integrationError('The selector you specified applies to no DOM elements.');
    this.unmount();
    this.#container = container;
    container.replaceChildren(this.#parts.root);
    this.#followLabels(container);
    this.#paintStates();
    setTimeout(() => this.#container && this._emit('ready', {}), 0);
  }

  unmount() {
    this.#labels.abort();
    this.#parts.root.remove();
    if (!this.#container) return;
    this.#container.classList.remove('StripeElement', ...STATES.map(classOf));
    this.#container = null;
  }

  destroy() {
    this.unmount();
    this.clear();
    this.#isDestroyed = true;
  }

  update(options = {}) {
    this.#options = { ...this.#options, ...options };
    this.#applyOptions();
    this.#refresh();
  }

  clear() {
    for (const key of ORDER) this.#parts.inputs[key].value = '';
    this.#left.clear();
    this.#refresh();
  }

  focus() {
    this.#parts.inputs.number.focus();
  }

  blur() {
    if (this.#parts.root.contains(document.activeElement)) document.activeElement.blur();
  }

  /** Internal to stripe.js: returns the first validation error and shows it in the field. */
  _reportProblem() {
    for (const key of this.#activeKeys()) this.#left.add(key);
    this.#refresh();
    return this.#problems().at(0)?.problem ?? null;
  }

  /** Internal to stripe.js. */
  _card() {
    const { number, expiry, cvc } = this.#values();
    const exp = { exp_month: String(Number(expiry.slice(0, 2))), exp_year: `20${expiry.slice(2)}` };
    return { number, ...exp, cvc };
  }

  /** Internal to stripe.js. */
  _postalCode() {
    return this.#options.hidePostalCode ? undefined : this.#values().postal;
  }

  #listen(key) {
    const input = this.#parts.inputs[key];
    input.addEventListener('input', (event) => {
      const isDeleting = event.inputType?.startsWith('delete') ?? false;
      writeFormatted(input, this.#format(key, isDeleting));
      this.#refresh();
      if (!isDeleting) this.#advance(key);
    });
    input.addEventListener('keydown', (event) => this.#onKey(key, event));
    input.addEventListener('focus', (event) => {
      this.#left.delete(key);
      if (!this.#holds(event.relatedTarget)) this._emit('focus', {});
      this.#refresh();
    });
    input.addEventListener('blur', (event) => {
      if (input.value !== '') this.#left.add(key);
      if (!this.#holds(event.relatedTarget)) this._emit('blur', {});
      this.#refresh();
    });
  }

  #onKey(key, event) {
    if (event.key === 'Escape') this._emit('escape', {});
    if (event.key === 'Enter') this.#container?.closest('form')?.requestSubmit();
    const keys = this.#activeKeys();
    const previous = keys[keys.indexOf(key) - 1];
    if (event.key !== 'Backspace' || event.target.value !== '' || !previous) return;
    event.preventDefault();
    this.#parts.inputs[previous].focus();
  }

  #format(key, isDeleting) {
    const { value } = this.#parts.inputs[key];
    if (key === 'number') return formatNumber(value);
    if (key === 'expiry') return formatExpiry(value, isDeleting);
    if (key === 'cvc') return formatCvc(value, this.#values().number);
    return formatPostal(value);
  }

  /** Moves focus from a complete input to the next empty one. */
  #advance(key) {
    const input = this.#parts.inputs[key];
    const isAtEnd = input.selectionStart === input.value.length;
    if (document.activeElement !== input || !isAtEnd || this.#problemOf(key)) return;
    const keys = this.#activeKeys();
    const next = keys[keys.indexOf(key) + 1];
    if (next && this.#parts.inputs[next].value === '') this.#parts.inputs[next].focus();
  }

  #applyOptions() {
    const { root, inputs } = this.#parts;
    applyStyle(root, this.#options.style);
    inputs.postal.style.display = this.#options.hidePostalCode ? 'none' : '';
    for (const key of ORDER) inputs[key].disabled = this.#options.disabled === true;
  }

  #refresh() {
    const { brand } = rangeOf(this.#values().number);
    this.#parts.icon.textContent = BRAND_SIGNS[brand] ?? brand;
    const shown = this.#shownProblems();
    for (const key of ORDER) {
      const isInvalid = shown.some((entry) => entry.key === key);
      this.#parts.inputs[key].setAttribute('aria-invalid', String(isInvalid));
    }
    this.#paintStates();
    this.#emitChange(brand, shown[0]?.problem);
  }

  #emitChange(brand, error) {
    const change = {
      empty: this.#isEmpty(),
      complete: this.#problems().length === 0,
      error,
      value: { postalCode: this.#values().postal },
      brand,
    };
    const written = JSON.stringify(change);
    if (written === this.#lastChange) return;
    const isFirst = this.#lastChange === '';
    this.#lastChange = written;
    if (!isFirst) this._emit('change', change);
  }

  #paintStates() {
    if (!this.#container) return;
    const states = {
      complete: this.#problems().length === 0,
      empty: this.#isEmpty(),
      focus: this.#holds(document.activeElement),
      invalid: this.#shownProblems().length > 0,
    };
    this.#container.classList.add('StripeElement');
    for (const state of STATES) {
      this.#container.classList.toggle(classOf(state), states[state]);
    }
  }

  #problems() {
    return this.#activeKeys()
      .map((key) => ({ key, problem: this.#problemOf(key) }))
      .filter((entry) => entry.problem);
  }

  /** An incomplete input is reported on blur only. */
  #shownProblems() {
    return this.#problems().filter(
      ({ key, problem }) => !isIncomplete(problem) || this.#left.has(key),
    );
  }

  #problemOf(key) {
    const values = this.#values();
    if (key === 'number') return numberProblem(values.number);
    if (key === 'expiry') return expiryProblem(values.expiry);
    return key === 'cvc' ? cvcProblem(values.cvc, values.number) : postalProblem(values.postal);
  }

  #values() {
    const { number, expiry, cvc, postal } = this.#parts.inputs;
    return {
      number: digitsOf(number.value),
      expiry: digitsOf(expiry.value),
      cvc: digitsOf(cvc.value),
      postal: postal.value.trim(),
    };
  }

  #activeKeys() {
    return this.#options.hidePostalCode ? ORDER.slice(0, 3) : ORDER;
  }

  #isEmpty() {
    return this.#activeKeys().every((key) => this.#parts.inputs[key].value === '');
  }

  #holds(node) {
    return node instanceof Node && this.#parts.root.contains(node);
  }

  #followLabels(container) {
    this.#labels = new AbortController();
    const labels = container.id ? document.querySelectorAll(`label[for="${container.id}"]`) : [];
    for (const label of labels) {
      label.addEventListener('click', () => this.focus(), { signal: this.#labels.signal });
    }
  }
}

function classOf(state) {
  return `StripeElement--${state}`;
}
