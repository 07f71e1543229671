import { useCallback, useState } from 'react';

/** A component whose chunk is loaded by `load`, which may be repeated. React's `lazy` keeps a failure. */
export function useOnDemand<Component>(importComponent: () => Promise<Component>) {
  const [Loaded, setLoaded] = useState<Component | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    importComponent().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    );
  }, [importComponent]);
  return { Loaded, load, hasFailed };
}
