import type { ActiveSession } from '@cairn/contracts/http/accounts.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import type { SessionRow } from './sessions.store.ts';

export function presentSession(
  session: SessionRow,
  { sessionId }: Pick<Identity, 'sessionId'>,
): ActiveSession {
  return {
    id: session.id,
    created_at: session.createdAt.toISOString(),
    last_seen_at: session.lastSeenAt.toISOString(),
    user_agent: session.userAgent,
    current: session.id === sessionId,
  };
}
