import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { listFormDrafts } from '@cairn/contracts/http/form-drafts.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteOldDrafts } from '../src/form-drafts/form-drafts.store.ts';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

const PATH = '/api/admin/form-drafts';
let database: TestDatabase;
let service: AdminUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startAdmin(database);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const save = (adminId: string, form: string, content: unknown) =>
  service.call(`${PATH}/${form}`, {
    method: 'PUT',
    token: adminToken(adminId),
    json: { content },
  });

async function list(adminId: string) {
  const { body } = await service.call(PATH, { token: adminToken(adminId) });
  return listFormDrafts.answer
    .parse(body)
    .drafts.map(({ form, content }) => ({ form, ...content }));
}

describe('the draft of a form', () => {
  it('is replaced while one types, listed for its admin only, and discarded', async () => {
    const [ann, bo] = [randomUUID(), randomUUID()];
    const clue = `clue:${randomUUID()}:new`;
    expect((await save(ann, 'email', { subject: 'A' })).status).toBe(200);
    await save(ann, clue, { title: 'Mill' });
    await save(ann, 'email', { subject: 'Ab' });
    expect(await list(ann)).toEqual([
      { form: 'email', subject: 'Ab' },
      { form: clue, title: 'Mill' },
    ]);
    expect(await list(bo)).toEqual([]);
    const discard = { method: 'DELETE', token: adminToken(bo) };
    await service.call(`${PATH}/email`, discard);
    expect(await list(ann)).toHaveLength(2);
    await service.call(`${PATH}/email`, { ...discard, token: adminToken(ann) });
    expect(await list(ann)).toEqual([{ form: clue, title: 'Mill' }]);
  });

  it('has a known form and at most 300 kB', async () => {
    const ann = randomUUID();
    expect((await save(ann, 'sql', { query: 'SELECT 1' })).status).toBe(400);
    expect((await save(ann, 'email', 'text')).status).toBe(400);
    expect((await save(ann, 'email', { content: 'x'.repeat(90_000) })).status).toBe(200);
    expect((await save(ann, 'email', { content: 'x'.repeat(300_000) })).status).toBe(413);
  });

  it('is purged after 30 days', async () => {
    const ann = randomUUID();
    await save(ann, 'email', { subject: 'Old' });
    await save(ann, 'hunt:new', { title: 'New' });
    await service.pool.query(
      "UPDATE form_drafts SET saved_at = now() - interval '31 days' WHERE admin_id = $1 AND form = 'email'",
      [ann],
    );
    expect(await list(ann)).toEqual([{ form: 'hunt:new', title: 'New' }]);
    expect(await deleteOldDrafts(service.pool, 10)).toBe(1);
  });

  it('P-4.6 is erased with its admin, and not saved afterwards', async () => {
    const [ann, bo] = [randomUUID(), randomUUID()];
    await save(ann, 'email', { subject: 'Hers' });
    await save(bo, 'email', { subject: 'His' });
    const deletedAt = new Date().toISOString();
    await deliver(service.bus, makeEvent(userDeleted, { userId: ann, version: 2, deletedAt }));
    expect((await save(ann, 'email', { subject: 'Late' })).status).toBe(401);
    expect(await list(ann)).toEqual([]);
    expect(await list(bo)).toEqual([{ form: 'email', subject: 'His' }]);
  });
});
