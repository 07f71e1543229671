import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { useAlertsKey } from './use-alerts.ts';

/** Requests a code by SMS. */
export function usePhoneRequest(onSent: () => void) {
  const key = useAlertsKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { phone: string }) => callApi('POST /api/account/phone', { body }),
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
    mutationFn: (body: { code: string }) => callApi('POST /api/account/phone/verify', { body }),
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
    mutationFn: () => callApi('DELETE /api/account/phone', {}),
    onSuccess: (own) => client.setQueryData(key, own),
  });
}
