import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The query of the address, and a function that replaces it. The router's useSearchParams does the same, but would
 * be in the scripts of every page, because the router is one module.
 */
export function useQueryParameters() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  function setParameters(next: URLSearchParams, options?: { replace: boolean }) {
    navigate(`?${next}`, options);
  }
  return [parameters, setParameters] as const;
}
