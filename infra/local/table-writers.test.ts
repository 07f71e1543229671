import { describe, expect, it } from 'vitest';
import { findSecondWriters } from './table-writers.ts';

const insert = "'INSERT INTO things (id) VALUES ($1)'";
const at = (name: string) => `services/auth/src/things/${name}.store.ts`;

describe('the writers of tables', () => {
  it('reports a table that two stores of a service write', () => {
    const erase = "'DELETE FROM things WHERE user_id = $1'";
    expect(
      findSecondWriters([
        [at('things'), insert],
        [at('erasure'), erase],
      ]),
    ).toEqual([
      `services/auth: things has more than one writer: ${at('erasure')}, ${at('things')}`,
    ]);
  });

  it('ignores row locks, upserts, and equal names in two services', () => {
    const lock = "'SELECT FROM things FOR NO KEY UPDATE'";
    const upsert = `${insert} ON CONFLICT DO UPDATE SET id = $1`;
    expect(
      findSecondWriters([
        [at('things'), upsert],
        [at('reads'), lock],
        ['services/payment/src/things/things.store.ts', insert],
      ]),
    ).toEqual([]);
  });

  it('counts a listed folder as one writer of its tables', () => {
    const folder = 'services/notification/src/deliveries';
    const write = "'UPDATE deliveries SET state = $1'";
    const stores: [string, string][] = [
      [`${folder}/claims.store.ts`, write],
      [`${folder}/outcomes.store.ts`, write],
    ];
    expect(findSecondWriters(stores)).toEqual([]);
    expect(
      findSecondWriters([...stores, ['services/notification/src/sending/x.store.ts', write]]),
    ).toHaveLength(1);
  });
});
