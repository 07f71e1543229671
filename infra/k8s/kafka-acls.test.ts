import { TOPICS } from '@cairn/contracts/events/topics.ts';
import { expect, it } from 'vitest';
import { listAcls } from './kafka-acls.ts';

const acls = listAcls();

it('each topic but staff is written by the one service that owns it', () => {
  const writers = acls.filter(({ operation, name }) => operation === 'Write' && name !== 'staff');
  const owned = TOPICS.map(({ name }) => name).filter((name) => name !== 'staff');
  expect(writers.map(({ name }) => name).sort()).toEqual(owned.sort());
  expect(writers.find(({ name }) => name === 'purchases')?.user).toBe('payment');
});

it('a process reads only the topics of its subscriptions, in its own group', () => {
  const readBy = (user: string, resource: string) =>
    acls.filter(
      (acl) => acl.user === user && acl.operation === 'Read' && acl.resource === resource,
    );
  expect(readBy('auth', 'topic').map(({ name }) => name)).toEqual(['purchases', 'users']);
  expect(readBy('auth', 'group').map(({ name }) => name)).toEqual(['auth']);
  expect(readBy('gateway', 'topic').map(({ name }) => name)).toEqual(['hunts']);
  expect(acls.filter(({ user }) => user === 'worker')).toEqual([]);
});
