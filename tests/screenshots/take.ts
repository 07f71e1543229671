import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { type Role, SHOTS } from './shots.ts';

// node take.ts <endpoints.json> <chromium> <folder>; see infra/local/screenshots.ts
const [endpointsPath = '', executablePath = '', folder = ''] = process.argv.slice(2);

type Known = {
  gateway: string;
  logins: { admin: { email: string; password: string } };
};
type Tokens = Record<Role, string | null>;

const SETTINGS = [360, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

const endpoints = JSON.parse(await readFile(endpointsPath, 'utf8')) as Known;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const tokens = await logIn();
// As root Chromium cannot use its sandbox; it only opens our own pages.
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const files: string[] = [];
for (const setting of SETTINGS) files.push(...(await takeSetting(browser, setting)));
await browser.close();
await writeFile(join(folder, 'index.html'), contactSheet(files));
console.log(`${files.length} screenshots`);

async function takeSetting(
  browserInUse: Browser,
  { width, colorScheme }: (typeof SETTINGS)[number],
): Promise<string[]> {
  const taken: string[] = [];
  for (const role of ['visitor', 'player', 'admin'] as const) {
    const context = await openContext(browserInUse, { width, colorScheme, role });
    for (const shot of SHOTS.filter(({ as = 'visitor' }) => as === role)) {
      const page = await context.newPage();
      await page.goto(shot.path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(
        () => Reflect.get(globalThis, 'document').fonts.status === 'loaded',
      );
      await shot.prepare?.(page);
      await settle(page);
      const file = `${shot.name}-${width}-${colorScheme}.png`;
      await page.screenshot({ path: join(folder, file), fullPage: !shot.prepare });
      console.log(file);
      taken.push(file);
      await page.close();
    }
    await context.close();
  }
  return taken;
}

async function openContext(
  browserInUse: Browser,
  { width, colorScheme, role }: (typeof SETTINGS)[number] & { role: Role },
): Promise<BrowserContext> {
  const context = await browserInUse.newContext({
    baseURL: endpoints.gateway,
    viewport: { width, height: width < 500 ? 740 : 900 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const token = tokens[role];
  if (token) {
    await context.addInitScript({
      content: `localStorage.setItem('token', ${JSON.stringify(token)})`,
    });
  }
  return context;
}

/** Waits until loading has finished; the live stream never ends, so network idle does not occur. */
async function settle(page: Awaited<ReturnType<BrowserContext['newPage']>>): Promise<void> {
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'detached' });
}

/** A member of a hunt, and the seeded admin. */
async function logIn(): Promise<Tokens> {
  const client = createClient(endpoints.gateway);
  const config = (await client.get('/api/config')).body as { stripePublishableKey: string };
  const site = { url: endpoints.gateway, ...config };
  const player = await createPlayer(site);
  const hunt = await findProduct(client, 'vt-troll-hunt');
  await recordPurchase(player, hunt, await pay(site, player, hunt));
  const { body } = await client.post('/api/auth/login', endpoints.logins.admin);
  return { visitor: null, player: player.token, admin: (body as { token: string }).token };
}

function contactSheet(all: string[]): string {
  const names = [...new Set(all.map((file) => file.replace(/-(360|1440)-.*/, '')))];
  const rows = names.map((name) => {
    const own = all.filter((file) => file.replace(/-(360|1440)-.*/, '') === name);
    return `<h2>${name}</h2>${own.map((file) => `<a href="${file}"><img src="${file}" alt="${file}"></a>`).join('')}`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>body{font-family:sans-serif}img{height:26rem;margin:.5rem;border:1px solid #ccc}</style>${rows.join('\n')}`;
}
