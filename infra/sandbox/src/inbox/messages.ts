import type { Collection, Journal } from '../journal.ts';

export interface Message {
  id: string;
  channel: 'email' | 'sms';
  /** Addresses without names, joined by commas. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  customArgs: Record<string, string>;
  categories: string[];
  /** The id that the provider returned for the call. */
  providerId: string;
  at: string;
}

export interface MessageFilter {
  to?: string | undefined;
  channel?: Message['channel'] | undefined;
  since?: Date | undefined;
}

/** All sent messages, oldest first. */
export class Inbox {
  readonly #messages: Collection<Message>;

  constructor(journal: Journal) {
    this.#messages = journal.collection('messages');
  }

  get size(): number {
    return this.#messages.size;
  }

  add(message: Message): void {
    this.#messages.put(message.id, message);
  }

  find(id: string): Message | null {
    return this.#messages.get(id) ?? null;
  }

  list(filter: MessageFilter): Message[] {
    const to = filter.to?.trim().toLowerCase();
    return this.#messages.values().filter((message) => {
      if (filter.channel && message.channel !== filter.channel) return false;
      if (filter.since && message.at < filter.since.toISOString()) return false;
      return !to || message.to.toLowerCase().split(', ').includes(to);
    });
  }
}
