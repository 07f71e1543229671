export type RecentEvents = {
  /**
   * Runs `apply`, or returns `duplicate` where this process has applied the event, after waiting for
   * a call in progress.
   */
  run<Result extends string>(
    id: string,
    apply: () => Promise<Result>,
  ): Promise<Result | 'duplicate'>;
};

/** An event that was handed over by HTTP usually arrives from Kafka within a second. */
const MAX_EVENTS = 1_000;

/**
 * The events that this process is applying or has applied. Only saves statements: the inbox decides
 * for other processes, after a restart, and for what is not remembered any more.
 */
export function createRecentEvents(): RecentEvents {
  const events = new Map<string, Promise<string>>();
  return {
    async run(id, apply) {
      const earlier = await events.get(id)?.catch(() => null);
      if (earlier === 'applied' || earlier === 'duplicate') return 'duplicate';
      const applying = apply();
      events.set(id, applying);
      const [oldest] = events.keys();
      if (events.size > MAX_EVENTS && oldest) events.delete(oldest);
      return applying;
    },
  };
}
