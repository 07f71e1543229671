import { newId } from '../ids.ts';
import type { Collection } from '../journal.ts';
import type { Log } from '../log.ts';
import { later } from '../provider-webhooks/post-webhook.ts';

export type TaskKind =
  | 'refund_succeeds'
  | 'refund_fails'
  | 'dispute'
  | 'dispute_not_received'
  | 'inquiry'
  | 'warning';

export interface Task {
  id: string;
  act: TaskKind;
  /** The refund's or charge's id. */
  subject: string;
  /** Unix time in milliseconds. */
  due: number;
}

interface SchedulerOptions {
  tasks: Collection<Task>;
  delayMs: number;
  perform: (task: Task) => void;
  log: Log;
}

/** Runs the delayed actions of Stripe and banks. Tasks are stored and survive a restart. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #stopping = new AbortController();

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  resume(): void {
    for (const task of this.#options.tasks.values()) this.#wait(task);
  }

  plan(act: TaskKind, subject: string): void {
    const task = { id: newId('task_'), act, subject, due: Date.now() + this.#options.delayMs };
    this.#options.tasks.put(task.id, task);
    this.#wait(task);
  }

  stop(): void {
    this.#stopping.abort();
  }

  #wait(task: Task): void {
    const { tasks, perform, log } = this.#options;
    later(Math.max(0, task.due - Date.now()), this.#stopping.signal, () => {
      tasks.delete(task.id);
      perform(task);
      log('stripe.task_run', { act: task.act, subject: task.subject });
    });
  }
}
