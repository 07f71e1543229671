import { newId } from '../ids.ts';
import type { Collection } from '../journal.ts';
import type { Log } from '../log.ts';

export type ErrandAct =
  | 'refund_succeeds'
  | 'refund_fails'
  | 'dispute'
  | 'dispute_not_received'
  | 'inquiry'
  | 'warning';

export interface Errand {
  id: string;
  act: ErrandAct;
  /** The refund's or charge's id. */
  subject: string;
  /** In milliseconds. */
  due: number;
}

interface AgendaOptions {
  errands: Collection<Errand>;
  laterMs: number;
  perform: (errand: Errand) => void;
  log: Log;
}

/** What Stripe or a bank does by itself some time later. It is kept: a restart forgets none. */
export class Agenda {
  readonly #options: AgendaOptions;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: AgendaOptions) {
    this.#options = options;
  }

  resume(): void {
    for (const errand of this.#options.errands.values()) this.#wait(errand);
  }

  plan(act: ErrandAct, subject: string): void {
    const errand = { id: newId('errand_'), act, subject, due: Date.now() + this.#options.laterMs };
    this.#options.errands.put(errand.id, errand);
    this.#wait(errand);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #wait(errand: Errand): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        this.#options.errands.delete(errand.id);
        this.#options.perform(errand);
        this.#options.log('stripe.errand', { act: errand.act, subject: errand.subject });
      },
      Math.max(0, errand.due - Date.now()),
    );
    this.#timers.add(timer);
  }
}
