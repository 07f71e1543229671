import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const READING_MS = 3000;

/** Goes on to `path` once there was time to read why; without a way back to this page. */
export function useRedirectSoon(path: string) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), READING_MS);
    return () => clearTimeout(timer);
  }, [navigate, path]);
}
