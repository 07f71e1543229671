import { useEffect, useState } from 'react';

/** Ticks on the whole seconds relative to `start`, so that the display never skips one. */
export function useNow(start: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    function schedule() {
      timer = setTimeout(
        () => {
          setNow(Date.now());
          schedule();
        },
        msToTick(start, Date.now()),
      );
    }
    schedule();
    return () => clearTimeout(timer);
  }, [start]);
  return now;
}

/** Milliseconds until the next whole second relative to `start`, which may be past or future. */
export function msToTick(start: number, now: number): number {
  const sinceTick = (((now - start) % 1000) + 1000) % 1000;
  return 1000 - sinceTick;
}
