import { CardElement } from './card-element.js';
import { integrationError } from './element-events.js';

/** What `stripe.elements()` gives: holds one element of a kind. */
export class ElementsGroup {
  #card = null;

  create(type, options) {
    if (type !== 'card') {
      throw integrationError(`The sandbox plays the card element only, not '${type}'.`);
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

  /** By name or, as react-stripe-js does, by a component that carries the name. */
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
