import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { PERSONAL_KEY } from '../../lib/query-keys.ts';
import { useSession } from '../session/use-session.ts';

type AlertChoice = { product_id: string; email_alerts: boolean; sms_alerts: boolean };
export type AlertChange = Pick<AlertChoice, 'product_id'> & Partial<AlertChoice>;

export function useAlertsKey(): QueryKey {
  const { token } = useSession();
  return [...PERSONAL_KEY, 'alerts', token];
}

export function useAlerts() {
  const { token } = useSession();
  return useQuery({
    queryKey: useAlertsKey(),
    queryFn: ({ signal }) => callApi('GET /api/account/alerts', { signal }),
    enabled: token !== null,
  });
}

/**
 * Optimistic update, rolled back if the server refuses. Calls run one after another and only the last
 * answer is shown, so that quick clicks do not make switches flicker.
 */
export function useAlertSwitch() {
  const key = useAlertsKey();
  const client = useQueryClient();
  const mutationKey = ['alert-switch'];
  return useMutation({
    mutationKey,
    scope: { id: 'alert-switch' },
    // Reads the cache when the call starts: another switch may have changed since the render.
    mutationFn: (change: AlertChange) => {
      const own = client.getQueryData<OwnAlerts>(key);
      return callApi('PUT /api/account/alerts', { body: { alerts: choices(own, change) } });
    },
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<OwnAlerts>(key, (own) => own && withChange(own, change));
    },
    onSuccess: (own) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(key, own);
    },
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
}

export function useUnsubscribeUndo() {
  const key = useAlertsKey();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi('PUT /api/account/alerts', { body: { emailSuppressed: false } }),
    onSuccess: (own) => client.setQueryData(key, own),
  });
}

function choices(own: OwnAlerts | undefined, { product_id }: AlertChange): AlertChoice[] {
  return (own?.alerts ?? [])
    .filter((alert) => alert.product_id === product_id)
    .map(({ email_alerts, sms_alerts }) => ({ product_id, email_alerts, sms_alerts }));
}

function withChange(own: OwnAlerts, change: AlertChange): OwnAlerts {
  const alerts = own.alerts.map((alert) =>
    alert.product_id === change.product_id ? { ...alert, ...change } : alert,
  );
  return { ...own, alerts };
}
