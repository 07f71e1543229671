import { createClient } from '../support/http.ts';
import type { Site } from '../support/player.ts';

type Mail = { to: string; subject: string; text: string };

/** The receipts by buyer and hunt of the purchase load that were sent more than once. */
export async function listRepeatedReceipts({ url }: Site): Promise<string[]> {
  const { body } = await createClient(url).get('/sandbox/messages?channel=email');
  const keys = (body as Mail[])
    .filter(({ subject }) => /receipt/i.test(subject))
    .map(({ to, subject, text }) => `${to} ${subject} ${/load-[0-9a-f]+/.exec(text)?.[0]}`);
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}
