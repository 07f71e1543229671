import { CardElement } from './card-element.js';
import { integrationError } from './element-events.js';

/** Returned by `stripe.elements()`; holds at most one element of each type. */
export class ElementsGroup {
  #card = null;

  create(type, options) {
    if (type !== 'card') {
      throw integrationError(`The sandbox supports the card element only, not '${type}'.`);
    }
    if (this.#card) {
      throw integrationError('Can only create one Element of type card through this group.');
    }
    const card = new CardElement(options);
    const destroy = card.destroy.bind(card);
    card.destroy = () => {
      if (this.#card === card) this.#card = null;
      destroy();
    };
    this.#card = card;
    return card;
  }

  /** Accepts a type name or, for react-stripe-js, a component with that name. */
  getElement(type) {
    const name = typeof type === 'string' ? type : type?.__elementType;
    return name === 'card' ? this.#card : null;
  }

  update() {}

  async fetchUpdates() {
    return {};
  }

  async submit() {
    const problem = this.#card?._reportProblem();
    return problem ? { error: problem } : {};
  }
}
