import { expect, it } from 'vitest';
import { LIMITS, PUBLIC_ROUTES } from './routes.ts';

const routes = Object.values(PUBLIC_ROUTES).flat();
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

it('every public route is listed once, with its owner', () => {
  const names = routes.map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(60);
  for (const [owner, own] of Object.entries(PUBLIC_ROUTES)) {
    expect(own.every((route) => route.owner === owner)).toBe(true);
  }
});

it('all staff routes that change data are idempotent; previews, heartbeats, drafts and exports need no key', () => {
  const staff = routes.filter(({ access, method }) => access === 'admin' && method !== 'GET');
  const without = staff.filter(({ idempotency }) => idempotency === 'none').map(nameOf);
  expect(without.sort()).toEqual([
    'DELETE /api/admin/form-drafts/:form',
    'POST /api/admin/accounts-export',
    'POST /api/admin/clues/preview',
    'POST /api/admin/send-email/preview',
    'PUT /api/admin/form-drafts/:form',
    'PUT /api/admin/hunts/:id/editors',
  ]);
  expect(staff.length).toBeGreaterThan(15);
});

it('all staff routes are counted together, before limits of their own', () => {
  for (const { access, limits } of routes) {
    const names = limits.map(({ name }) => name);
    expect(names.indexOf('admin-address')).toBe(access === 'admin' ? 0 : -1);
  }
  expect(LIMITS.get('admin-address')?.withoutRedis).toBe('closed');
});
