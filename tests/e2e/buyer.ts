import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player } from '../support/player.ts';
import { openVisitor, type Visitor } from './browser.ts';

export const HANDLE = 'vt-troll-hunt';
export const site = inject('site');
export const api = createClient(site.url);

type Opened = { visitor: Visitor; page: Page; player: Player; product: Product };

export async function openHunts(browser: Browser): Promise<Opened> {
  const player = await createPlayer(site);
  const product = await findProduct(api, HANDLE);
  const { body: user } = await api.get('/api/auth/verify', player);
  const login = { token: player.token, user };
  const visitor = await openVisitor(browser, site.url, { login });
  const { page } = visitor;
  await page.goto('/hunts');
  return { visitor, page, player, product };
}

export async function productsOf(player: Player): Promise<string[]> {
  const { body } = await api.get('/api/auth/verify', player);
  return (body as { products: string[] }).products;
}
