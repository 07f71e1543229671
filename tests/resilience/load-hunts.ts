import { randomBytes } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import type { TestStack } from '../e2e/stack.ts';
import { createClient } from '../support/http.ts';
import { untilDone } from './lanes.ts';

export type LoadHunt = { id: string; handle: string };
export type Staff = Pick<TestStack, 'site' | 'admin'>;

/** Creates an active hunt; repeats the call, with another handle, until it succeeds. */
export function createHunt({ site, admin }: Staff, fields: object = {}): Promise<LoadHunt> {
  const client = createClient(site.url);
  return untilDone('a hunt', async () => {
    const hunt = {
      handle: `load-${randomBytes(6).toString('hex')}`,
      title: 'A hunt of the load',
      region: 'Nowhere',
      description: 'Made to be joined.',
      price_amount: 10,
      status: 'active',
      ...fields,
    };
    const { status, body } = await client.post(
      '/api/admin/hunts',
      hunt,
      await logIn(client, admin),
    );
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body as LoadHunt;
  });
}

export async function logIn(
  client: ReturnType<typeof createClient>,
  account: { email: string; password: string },
): Promise<Session> {
  const { email, password } = account;
  const { status, body } = await client.post('/api/auth/login', { email, password });
  if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`);
  return body as Session;
}
