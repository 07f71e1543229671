import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_CLUE } from './clue-fields.ts';
import { saveClue } from './save-clue.ts';

type Sent = { path: string; key: string | null; ifMatch: string | null; body: string };
const sent: Sent[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The first request has an effect and loses its answer. */
function loseFirstAnswer(): void {
  vi.stubGlobal('fetch', async (path: string, { headers, body }: RequestInit) => {
    const read = (name: string) => new Headers(headers).get(name);
    sent.push({ path, key: read('idempotency-key'), ifMatch: read('if-match'), body: `${body}` });
    if (sent.length === 1) throw new TypeError('The connection was closed');
    return Response.json({});
  });
}

const HUNT = '0198a2b4-0000-7000-8000-000000000001';
const SAVED: StaffClue = {
  id: '0198a2b4-0000-7000-8000-000000000002',
  kind: 'clue',
  number: 1,
  is_number_chosen: false,
  title: 'At the mill',
  body_html: '<p>Turn left.</p>',
  publish_at: null,
  is_published: false,
  version: 3,
} as StaffClue;

describe.each(['now', 'opening'] as const)('P-3.7 a clue for %s', (when) => {
  const fields = { ...EMPTY_CLUE, title: 'At the mill', body_html: '<p>Turn left.</p>', when };

  it.each([
    ['new', undefined, null],
    ['saved', SAVED, 3],
  ] as const)(
    'repeats the request of a %s clue whose answer was lost',
    async (_, clue, version) => {
      loseFirstAnswer();
      await expect(saveClue(HUNT, clue, fields, version)).rejects.toThrow('No answer');
      vi.setSystemTime(Date.now() + 5_000);
      // The clue was fetched again after the error.
      await saveClue(HUNT, clue && { ...clue, version: 4, is_published: true }, fields, version);
      expect(sent[1]).toEqual(sent[0]);
      await saveClue(HUNT, clue, fields, version);
      expect(sent[2]?.key).not.toBe(sent[1]?.key);
      expect(sent[2]?.body).not.toBe(sent[1]?.body);
    },
  );

  it('sends other input as another request', async () => {
    loseFirstAnswer();
    await expect(saveClue(HUNT, undefined, fields, null)).rejects.toThrow('No answer');
    await saveClue(HUNT, undefined, { ...fields, title: 'At the ford' }, null);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });
});
