import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { call, startApp } from '@cairn/testing/http.ts';
import { startOtlpReceiver } from '@cairn/testing/otlp-receiver.ts';
import { afterAll, afterEach, expect, it } from 'vitest';

const PROGRAM = fileURLToPath(new URL('./traced-process.ts', import.meta.url));
const REGISTER = import.meta.resolve('@cairn/service-kit/telemetry/register.ts');
const EMAIL = 'grace.hopper@navy.example';
const TOKEN = 'token-of-a-mailed-link';
const TRACE_ID = 'a'.repeat(32);
const SECRETS = ['grace.hopper', TOKEN, '127.0.0.1:', 'invalid input syntax'];

const database = await createTestDatabase();
const receiver = await startOtlpReceiver();
const calls: Record<string, unknown>[] = [];
const provider = await startApp((request, response) => {
  calls.push(request.headers);
  response.end();
});
let child: ChildProcess | undefined;
afterEach(() => void child?.kill('SIGKILL'));
afterAll(async () => {
  await Promise.all([database.drop(), receiver.stop(), provider.stop()]);
});

it('exports the spans of a request, its queries, commands, calls and events in the trace of the logs', async () => {
  const { output } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  const { spans } = receiver;
  expect(spans.map(({ name }) => name).sort()).toEqual(
    [
      'GET',
      'POST /people/:email',
      'SELECT',
      'SELECT users',
      'SELECT users',
      'get',
      'process users',
    ].sort(),
  );
  const server = spans.find(({ name }) => name.startsWith('POST'));
  expect(server).toMatchObject({
    service: 'traced',
    traceId: TRACE_ID,
    parentSpanId: 'b'.repeat(16),
  });
  expect(server?.attributes).toMatchObject({
    'http.route': '/people/:email',
    'http.response.status_code': '200',
  });
  for (const span of spans.filter((each) => each !== server))
    expect(span).toMatchObject({ traceId: TRACE_ID, parentSpanId: server?.spanId });
  const lines = output.split('\n').filter((line) => line.includes('"traceId"'));
  expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([TRACE_ID, TRACE_ID]);
  expect([...receiver.metricNames]).toEqual(
    expect.arrayContaining(['http.server.request.duration', 'http_request_duration_seconds']),
  );
});

it('exports no parameter, address, query string or error message, and sends providers no trace', () => {
  const exported = receiver.bodies.join('\n');
  expect(exported).toContain('db.query.summary');
  for (const secret of SECRETS) expect(exported).not.toContain(secret);
  expect(calls).toHaveLength(1);
  expect(calls[0]).not.toHaveProperty('traceparent');
});

it('exports the same spans to Zipkin, without OTLP', async () => {
  const bodies: string[] = [];
  const zipkin = await startApp(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(202).end();
  });
  const before = receiver.bodies.length;
  await run({ OTEL_EXPORTER_ZIPKIN_ENDPOINT: `${zipkin.url}/api/v2/spans` });
  await zipkin.stop();
  const spans = bodies.flatMap((body) => JSON.parse(body) as { name: string; traceId: string }[]);
  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /people/:email', 'SELECT users', 'process users']),
  );
  for (const { traceId } of spans) expect(traceId).toBe(TRACE_ID);
  for (const secret of SECRETS) expect(bodies.join('\n')).not.toContain(secret);
  expect(receiver.bodies).toHaveLength(before);
});

it('loads nothing of OpenTelemetry without an endpoint', async () => {
  const { output } = await run({ OTEL_EXPORTER_OTLP_ENDPOINT: '', NODE_DEBUG: 'esm,module' });
  expect(output).toContain('process.stopped');
  // prom-client loads the API, which is a few small files without effect.
  expect(output.match(/@opentelemetry\/(?!api)[\w-]+/g)).toBeNull();
});

/** Sends one request to a new process and stops it. */
async function run(environment: Record<string, string>): Promise<{ output: string }> {
  const port = await findFreePort();
  const started = fork(PROGRAM, {
    execArgv: ['--import', REGISTER],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      OTEL_SERVICE_NAME: 'traced',
      DATABASE_URL: database.urlOf('auth'),
      REDIS_URL: getInfrastructure().redisUrl,
      PROVIDER_URL: provider.url,
      PROBE_PORT: String(port),
      ...environment,
    },
  });
  child = started;
  if (!started.stdout || !started.stderr) throw new Error('no output');
  const output = Promise.all([text(started.stdout), text(started.stderr)]);
  await once(started, 'message');
  const { status } = await call(`http://127.0.0.1:${port}/people/${EMAIL}?token=${TOKEN}`, {
    method: 'POST',
    headers: { traceparent: `00-${TRACE_ID}-${'b'.repeat(16)}-01` },
  });
  expect(status).toBe(200);
  const ended = once(started, 'exit');
  started.kill('SIGTERM');
  await ended;
  return { output: (await output).join('\n') };
}
