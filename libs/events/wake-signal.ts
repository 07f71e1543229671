export type WakeSignal = {
  notify(): void;
  /** Resolves on a notification (also one since the last wait) or after `ms`. */
  wait(ms: number): Promise<void>;
};

export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let wake: () => void = () => {};
  return {
    notify() {
      isNotified = true;
      wake();
    },
    async wait(ms) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isNotified = false;
    },
  };
}
