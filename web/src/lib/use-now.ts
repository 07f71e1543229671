import { useEffect, useState } from 'react';

/** Ticks on the very second of `start`, so that the display never skips one. */
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

/** Until the next whole second away from `start`, which may be past or still to come. */
export function msToTick(start: number, now: number): number {
  const sinceTick = (((now - start) % 1000) + 1000) % 1000;
  return 1000 - sinceTick;
}
