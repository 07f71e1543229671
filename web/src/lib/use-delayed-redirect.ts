import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const READING_MS = 3000;

/** Navigates to `path` after time to read the message, replacing this history entry. */
export function useDelayedRedirect(path: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [navigate, path]);
}
