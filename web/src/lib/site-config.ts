import { queryOptions } from '@tanstack/react-query';
import { callApi } from './api-client.ts';

/** Configuration of the installation; constant while the page is open. */
export const siteConfigQuery = queryOptions({
  queryKey: ['site-config'],
  queryFn: ({ signal }) => callApi('GET /api/config', { signal, token: null }),
  staleTime: Number.POSITIVE_INFINITY,
});
