import { get } from 'node:http';
import { expect, it } from 'vitest';
import { runSandbox } from './testing/running-sandbox.ts';

it('responds to loopback host names only', async () => {
  await using sandbox = await runSandbox();
  const ask = (host: string) =>
    new Promise((resolve, reject) => {
      get(`${sandbox.url}/messages`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).on('error', reject);
    });
  expect(await ask('localhost:8090')).toBe(200);
  expect(await ask('[::1]:8090')).toBe(200);
  expect(await ask('evil.test:8090')).toBe(421);
});
