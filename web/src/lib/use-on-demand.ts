import { useCallback, useState } from 'react';
import { reloadFailedStylesheets } from './failed-stylesheets.ts';

/** A component whose chunk is loaded by `load`, which may be repeated. React's `lazy` keeps a failure. */
export function useOnDemand<Component>(importComponent: () => Promise<Component>) {
  const [Loaded, setLoaded] = useState<Component | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    reloadFailedStylesheets();
    importComponent().then(
      (component) => setLoaded(() => component),
      () => setFailed(true),
    );
  }, [importComponent]);
  return { Loaded, load, hasFailed: hasFailed && !Loaded };
}
