import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { useAlertsKey } from './use-alerts.ts';

/** Requests a code by SMS. */
export function usePhoneRequest(onSent: () => void) {
  const key = useAlertsKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone: string }) =>
      callApi('/api/account/phone', { method: 'POST', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key });
      onSent();
    },
  });
}

export function usePhoneVerification(onVerified: () => void) {
  const key = useAlertsKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { code: string }) =>
      callApi('/api/account/phone/verify', { method: 'POST', body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: key });
      onVerified();
    },
  });
}

export function usePhoneRemoval() {
  const key = useAlertsKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi<OwnAlerts>('/api/account/phone', { method: 'DELETE' }),
    onSuccess: (own) => client.setQueryData(key, own),
  });
}
