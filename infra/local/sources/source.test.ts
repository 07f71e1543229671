import { expect, it } from 'vitest';
import { PortError, portsFrom } from '../ports.ts';
import {
  environmentSource,
  findServer,
  NoServerAvailable,
  noServerMessage,
  type Source,
  type SourceContext,
} from './source.ts';

const fix = { debian: ['thing'], macos: ['thing@2'], image: 'thing:1', variable: 'THING_URL=…' };
const serving: Source = { name: 'a good one', serve: async () => ({ address: 'here' }) };
const absent: Source = { name: 'a lost one', serve: async () => ({ unavailable: 'is lost' }) };
const failing: Source = {
  name: 'a broken one',
  serve: async () => {
    throw new Error('broke:\n    line of a log\n    last words');
  },
};

function contextOf(options: Partial<SourceContext> = {}) {
  const said: string[] = [];
  const context: SourceContext = {
    stateDirectory: '/nowhere',
    ports: portsFrom(20_000),
    isDurable: true,
    postgresPassword: '',
    redisPassword: '',
    environment: {},
    steps: { run: (_title, work) => work(() => {}), say: (text) => said.push(text) },
    signal: new AbortController().signal,
    start: async () => {},
    ...options,
  };
  const ask = (...sources: Source[]) => findServer({ name: 'Thing', sources, fix }, context);
  return { ask, said };
}

it('skips unavailable and failing sources and prints one line each', async () => {
  const { ask, said } = contextOf();
  expect(await ask(absent, failing, serving, absent)).toEqual({
    address: 'here',
    source: 'a good one',
  });
  expect(said).toEqual([
    'Thing: skipped a lost one: is lost',
    'Thing: skipped a broken one: broke: last words',
  ]);
});

it('prints nothing for an unset URL and uses one that responds', async () => {
  const own = environmentSource('THING_URL', async () => null);
  const unset = contextOf();
  expect(await unset.ask(own, serving)).toMatchObject({ source: 'a good one' });
  expect(unset.said).toEqual([]);
  const set = contextOf({ environment: { THING_URL: 'there' } });
  expect(await set.ask(own, serving)).toEqual({ address: 'there', source: 'your own (THING_URL)' });
});

it('prints that a URL does not respond and continues', async () => {
  const own = environmentSource('THING_URL', async (address) => `${address} is deaf`);
  const { ask, said } = contextOf({ environment: { THING_URL: 'there' } });
  expect(await ask(own, serving)).toMatchObject({ address: 'here' });
  expect(said).toEqual(['Thing: skipped your own (THING_URL): there is deaf']);
});

it('does not fall back to another source if a server with data fails', async () => {
  const sourceWithData = { ...failing, holdsData: () => true };
  await expect(contextOf().ask(sourceWithData, serving)).rejects.toThrow(
    /^Thing stores its data with a broken one, which cannot start now\.\nbroke/,
  );
  const inTests = contextOf({ isDurable: false });
  expect(await inTests.ask(sourceWithData, serving)).toMatchObject({ address: 'here' });
});

it.each([
  new PortError('Port 1 is taken'),
  Object.assign(new Error('not yours'), { code: 'EACCES', path: '/nowhere/postgres' }),
])('does not fall back on an error that the user can fix: %s', async (fault) => {
  const blocked: Source = {
    name: 'a blocked one',
    serve: async () => {
      throw fault;
    },
  };
  await expect(contextOf().ask(blocked, serving)).rejects.toThrow(fault);
});

it('stops when interrupted instead of trying the next source', async () => {
  const signal = AbortSignal.abort(new Error('interrupted'));
  await expect(contextOf({ signal }).ask(failing, serving)).rejects.toThrow('interrupted');
});

it('lists in one message what to install per system and what was tried', async () => {
  const nothing = await contextOf()
    .ask(
      environmentSource('THING_URL', async () => null),
      absent,
      failing,
    )
    .catch((error: unknown) => error);
  expect(nothing).toBeInstanceOf(NoServerAvailable);
  expect(noServerMessage([nothing as NoServerAvailable, nothing as NoServerAvailable])).toBe(
    [
      'Cairn needs Thing, Thing, and no source provides them. Any one of these fixes it:',
      '  Debian, Ubuntu  sudo apt-get install thing thing',
      '  macOS           brew install thing@2 thing@2',
      '  Docker          start an engine, or set DOCKER_HOST; images: thing:1 thing:1',
      '  Your own        THING_URL=… THING_URL=…  (in the environment or in .env)',
      'What was tried:',
      ...[1, 2].flatMap(() => [
        '  Thing: your own (THING_URL): is not set',
        '  Thing: a lost one: is lost',
        '  Thing: a broken one: broke: last words',
      ]),
    ].join('\n'),
  );
});
