/** Event methods of every element: `on`, `once` and `off`, as in Stripe.js. */
export class ElementEvents {
  #type;
  #listeners = new Map();

  constructor(elementType) {
    this.#type = elementType;
  }

  on(type, handler) {
    const handlers = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, handlers.add(handler));
    return this;
  }

  once(type, handler) {
    const wrapped = (event) => {
      this.off(type, wrapped);
      handler(event);
    };
    return this.on(type, wrapped);
  }

  off(type, handler) {
    if (handler) this.#listeners.get(type)?.delete(handler);
    else this.#listeners.delete(type);
    return this;
  }

  _emit(type, details) {
    const event = { elementType: this.#type, ...details };
    for (const handler of [...(this.#listeners.get(type) ?? [])]) handler(event);
  }
}

export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}
