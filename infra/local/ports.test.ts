import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { findFreePortBase, portsFrom, readPortBase, requireFreePorts } from './ports.ts';

test('a taken port is reported with its process and the variable that changes it', async () => {
  const ports = portsFrom(await findFreePortBase());
  await expect(requireFreePorts(ports, ['auth', 'redis'])).resolves.toBeUndefined();
  const server = createServer().listen(ports.auth, '127.0.0.1');
  await once(server, 'listening');
  try {
    const refusal = requireFreePorts(ports, ['auth', 'redis']);
    await expect(refusal).rejects.toThrow(`Port ${ports.auth} (auth) is taken`);
    await expect(refusal).rejects.toThrow('PORT_BASE=');
    await expect(refusal).rejects.not.toThrow('(redis)');
    if (process.platform === 'linux') await expect(refusal).rejects.toThrow(`(pid ${process.pid})`);
  } finally {
    server.close();
  }
});

test.each(['http', '80', '65530', '8080.5'])('PORT_BASE=%s is refused', (text) => {
  expect(() => readPortBase({ PORT_BASE: text })).toThrow('PORT_BASE');
});

test('PORT_BASE shifts every port by the same offset', () => {
  expect(readPortBase({})).toBe(8080);
  const moved = portsFrom(readPortBase({ PORT_BASE: '9100' }));
  for (const [name, port] of Object.entries(portsFrom(8080))) {
    expect(moved[name as keyof typeof moved]).toBe(port + 1020);
  }
});
