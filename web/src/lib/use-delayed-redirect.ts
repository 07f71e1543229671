import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const REDIRECT_DELAY_MS = 3000;

/** Navigates to `path` after time to read the message, replacing this history entry. */
export function useDelayedRedirect(path: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [navigate, path]);
}
