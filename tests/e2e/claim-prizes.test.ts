import { randomBytes } from 'node:crypto';
import type { OwnPurchase } from '@cairn/contracts/http/purchases.ts';
import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Player } from '../support/player.ts';
import { closeVisitors, connectBrowser, expectAccessible } from './browser.ts';
import { CODE, createMember, type HuntAdmin, loginHuntAdmin } from './hunt-admin.ts';
import { api, logInAdmin, openAsStaff, site } from './staff.ts';

const executablePath = inject('chromiumPath');
let browser: Browser;
let huntAdmin: HuntAdmin;

beforeAll(async () => {
  browser = await connectBrowser();
  huntAdmin = await loginHuntAdmin(site, inject('admin'));
});

afterAll(closeVisitors);

describe.skipIf(!executablePath)('the claims page', () => {
  it('shows the frozen prize, the payable prize and reversed purchases', async () => {
    const hunt = await huntAdmin.openHunt({ base_value: 500, bonus_per_purchase: 5 });
    const [first] = [await createMember(site, hunt), await createMember(site, hunt)];
    const body = { code: CODE, claimKey: randomBytes(32).toString('hex') };
    expect(await api.post(`/api/hunts/${hunt.handle}/claim`, body)).toMatchObject({ status: 200 });
    const purchaseId = await refund(first);
    const { token } = await logInAdmin();
    await waitUntil(async () => (await findClaim(hunt, token))?.reversed_purchases.length === 1, {
      what: 'the refund to reach the claim',
    });

    const visitor = await openAsStaff(browser, '/admin?tab=claims&state=open');
    const { page } = visitor;
    const row = page.getByRole('row').filter({ hasText: hunt.title });
    await row.getByText('$510', { exact: true }).waitFor();
    await row.getByText('$505').waitFor();
    await row.getByText('without 1 refunded or disputed purchase').waitFor();
    await page.getByRole('button', { name: `Check claim on ${hunt.title}` }).click();
    const dialog = page.getByRole('dialog', { name: `Claim on ${hunt.title}` });
    const fact = (name: string) => dialog.locator(`dt:text-is("${name}") + dd`).innerText();
    expect(await fact('Prize at the claim')).toBe('$510');
    expect(await fact('Prize to pay')).toBe('$505');
    await dialog.getByText('Purchases refunded or disputed since the claim: 1').click();
    await dialog.getByText(`${purchaseId}: refunded, −$5`).waitFor();
    await expectAccessible(page);
    visitor.expectNoFaults();
    await visitor.close();
  });
});

async function refund({ client, token }: Player): Promise<string> {
  const { body } = await client.get('/api/account/purchases', { token });
  const [purchase] = (body as { purchases: OwnPurchase[] }).purchases;
  if (!purchase) throw new Error('the player has no purchase');
  await huntAdmin.act(`/api/admin/purchases/${purchase.id}/refund`, { reason: 'Asked for it' });
  return purchase.id;
}

async function findClaim({ id }: StaffHunt, token: string): Promise<StaffClaim | undefined> {
  const { body } = await api.get('/api/admin/claims?state=open', { token });
  return (body as { claims: StaffClaim[] }).claims.find((claim) => claim.hunt_id === id);
}
