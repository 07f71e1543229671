import { expect, it } from 'vitest';
import { PortError, portsFrom } from '../ports.ts';
import { nothingServesText } from './nothing-serves.ts';
import {
  environmentSource,
  firstThatServes,
  NothingServes,
  type Source,
  type SourceContext,
} from './source.ts';

const remedy = { debian: ['thing'], macos: ['thing@2'], image: 'thing:1', variable: 'THING_URL=…' };
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
  const ask = (...sources: Source[]) =>
    firstThatServes({ name: 'Thing', sources, remedy }, context);
  return { ask, said };
}

it('passes over what is not there and what fails, in a line each', async () => {
  const { ask, said } = contextOf();
  expect(await ask(absent, failing, serving, absent)).toEqual({
    address: 'here',
    source: 'a good one',
  });
  expect(said).toEqual([
    'Thing: not from a lost one: is lost',
    'Thing: not from a broken one: broke: last words',
  ]);
});

it('says nothing of a URL that nobody has set, and takes one that answers', async () => {
  const own = environmentSource('THING_URL', async () => null);
  const unset = contextOf();
  expect(await unset.ask(own, serving)).toMatchObject({ source: 'a good one' });
  expect(unset.said).toEqual([]);
  const set = contextOf({ environment: { THING_URL: 'there' } });
  expect(await set.ask(own, serving)).toEqual({ address: 'there', source: 'your own (THING_URL)' });
});

it('tells of a URL that does not answer, and goes on', async () => {
  const own = environmentSource('THING_URL', async (address) => `${address} is deaf`);
  const { ask, said } = contextOf({ environment: { THING_URL: 'there' } });
  expect(await ask(own, serving)).toMatchObject({ address: 'here' });
  expect(said).toEqual(['Thing: not from your own (THING_URL): there is deaf']);
});

it('does not begin anew elsewhere where a server with data fails', async () => {
  const withData = { ...failing, holdsData: () => true };
  await expect(contextOf().ask(withData, serving)).rejects.toThrow(
    /^Thing has its data with a broken one, where it cannot start now\.\nbroke/,
  );
  const inTests = contextOf({ isDurable: false });
  expect(await inTests.ask(withData, serving)).toMatchObject({ address: 'here' });
});

it.each([
  new PortError('Port 1 is taken'),
  Object.assign(new Error('not yours'), { code: 'EACCES', path: '/nowhere/postgres' }),
])('does not go elsewhere where a person can mend it: %s', async (fault) => {
  const blocked: Source = {
    name: 'a blocked one',
    serve: async () => {
      throw fault;
    },
  };
  await expect(contextOf().ask(blocked, serving)).rejects.toThrow(fault);
});

it('ends with the interruption, not with the next source', async () => {
  const signal = AbortSignal.abort(new Error('interrupted'));
  await expect(contextOf({ signal }).ask(failing, serving)).rejects.toThrow('interrupted');
});

it('tells in one message what to install, on which system, and what was tried', async () => {
  const nothing = await contextOf()
    .ask(
      environmentSource('THING_URL', async () => null),
      absent,
      failing,
    )
    .catch((error: unknown) => error);
  expect(nothing).toBeInstanceOf(NothingServes);
  expect(nothingServesText([nothing as NothingServes, nothing as NothingServes])).toBe(
    [
      'Cairn needs Thing, Thing, and no source has them. Any one of these helps:',
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
