import { randomBytes, randomUUID } from 'node:crypto';
import { type Client, createClient } from '../support/http.ts';
import { createPlayer, type Player, pay, recordPurchase } from '../support/player.ts';
import type { History } from './history.ts';
import { type Load, startLanes, untilDone } from './lanes.ts';
import { createHunt, type LoadHunt, logIn, type Staff } from './load-hunts.ts';

const MEMBERS = 3;

type Mail = { to: string; subject: string; text: string };

export type MessageLoad = Load & {
  members: readonly Player[];
  /** Messages that a member got more than once, and messages to others; with the numbers of all. */
  check(): Promise<{ violations: string[]; sent: number; requested: number }>;
};

/** Staff who publish clues and begin mailings, and repeat a call under its key until it is answered. */
export async function startMessages(
  stack: Staff,
  gateways: readonly string[],
  history: History,
  pauseMs = 0,
): Promise<MessageLoad> {
  const hunt = await createHunt(stack);
  const members: Player[] = [];
  for (let index = 0; index < MEMBERS; index += 1) members.push(await addMember(stack, hunt));
  const titles: string[] = [];
  const clients = gateways.map((url) => createClient(url));
  const sandbox = createClient(stack.site.url);

  const load = startLanes(
    1,
    async (index) => {
      const title = `message-${randomBytes(6).toString('hex')}`;
      titles.push(title);
      const key = randomUUID();
      const { path, body, status } = index % 2 === 0 ? clueOf(hunt, title) : mailingOf(hunt, title);
      let tries = index;
      await untilDone('a message', async () => {
        const client = clients[tries++ % clients.length] as Client;
        const session = await logIn(client, stack.admin);
        const answer = await history.send(() =>
          client.post(path, body, { token: session.token, idempotencyKey: key }),
        );
        if (answer?.status !== status) {
          throw new Error(`${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
        }
      });
    },
    pauseMs,
  );

  async function check() {
    const { body } = await sandbox.get('/sandbox/messages?channel=email');
    const sent = (body as Mail[]).flatMap(({ to, subject, text }) => {
      const title = titles.find((each) => subject.includes(each) || text.includes(each));
      return title ? [{ to, key: `${title} to ${to}` }] : [];
    });
    const keys = sent.map(({ key }) => key);
    const repeated = keys.filter((key, index) => keys.indexOf(key) !== index);
    const foreign = sent.filter(({ to }) => !members.some(({ email }) => email === to));
    return {
      violations: [
        ...repeated.map((key) => `sent more than once: ${key}`),
        ...foreign.map(({ key }) => `sent to somebody else: ${key}`),
      ],
      sent: sent.length,
      requested: titles.length * MEMBERS,
    };
  }

  return { ...load, members, check };
}

async function addMember({ site }: Staff, hunt: LoadHunt): Promise<Player> {
  const player = await untilDone('a player', () => createPlayer(site));
  const intentId = await pay(site, player, hunt);
  const { status } = await recordPurchase(player, hunt, intentId);
  if (status !== 200) throw new Error(`record-purchase: ${status}`);
  return player;
}

type StaffCall = { path: string; body: object; status: number };

function clueOf({ id }: LoadHunt, title: string): StaffCall {
  const publish_at = new Date(Date.now() - 1_000).toISOString();
  const body = { kind: 'clue', title, body_html: '<p>Look twice.</p>', publish_at };
  return { path: `/api/admin/hunts/${id}/clues`, body, status: 201 };
}

function mailingOf({ id }: LoadHunt, title: string): StaffCall {
  const body = { subject: title, content: '<p>Hello.</p>', hunt: id };
  return { path: '/api/admin/send-email', body, status: 200 };
}
