import { buffer } from 'node:stream/consumers';
import { startApp } from './http.ts';

/** Attributes as text; ids as hex digits. */
export type ReceivedSpan = {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, string>;
};

export type OtlpReceiver = {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string;
  spans: ReceivedSpan[];
  metricNames: Set<string>;
  /** The bodies of all requests, in latin1, to search for text that must not be exported. */
  bodies: string[];
  stop(): Promise<void>;
};

/** Receives traces and metrics by OTLP (HTTP, protobuf). */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const received = {
    spans: [] as ReceivedSpan[],
    metricNames: new Set<string>(),
    bodies: [] as string[],
  };
  const app = await startApp(async (request, response) => {
    const body = await buffer(request);
    received.bodies.push(body.toString('latin1'));
    if (request.url === '/v1/traces') received.spans.push(...readSpans(body));
    if (request.url === '/v1/metrics')
      for (const metric of findAll(body, [1, 2, 2])) received.metricNames.add(textOf(metric, 1));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  return { ...received, url: app.url, stop: app.stop };
}

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(body: Buffer): ReceivedSpan[] {
  return findAll(body, [1]).flatMap((resourceSpans) => {
    const [resource = Buffer.alloc(0)] = findAll(resourceSpans, [1]);
    const service = attributesOf(resource, 1)['service.name'] ?? '';
    return findAll(resourceSpans, [2, 2]).map((span) => ({
      service,
      name: textOf(span, 5),
      traceId: hexOf(span, 1),
      spanId: hexOf(span, 2),
      parentSpanId: hexOf(span, 4),
      attributes: attributesOf(span, 9),
    }));
  });
}

function attributesOf(message: Buffer, field: number): Record<string, string> {
  const entries = findAll(message, [field]).map((attribute) => {
    const [value = Buffer.alloc(0)] = findAll(attribute, [2]);
    return [textOf(attribute, 1), textOf(value, 1) || String(varintOf(value, 3) ?? '')];
  });
  return Object.fromEntries(entries);
}

function textOf(message: Buffer, field: number): string {
  return findAll(message, [field])[0]?.toString() ?? '';
}

function hexOf(message: Buffer, field: number): string {
  return findAll(message, [field])[0]?.toString('hex') ?? '';
}

function varintOf(message: Buffer, field: number): number | undefined {
  return readFields(message).find((each) => each.field === field)?.number;
}

/** The messages at a path of field numbers. */
function findAll(message: Buffer, [field, ...rest]: number[]): Buffer[] {
  if (field === undefined) return [message];
  return readFields(message)
    .filter((each) => each.field === field)
    .flatMap(({ bytes }) => findAll(bytes, rest));
}

type Field = { field: number; bytes: Buffer; number?: number };

/** https://protobuf.dev/programming-guides/encoding/ */
function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const key = varint();
    const field = Math.floor(key / 8);
    const wireType = key % 8;
    if (wireType === 0) {
      fields.push({ field, bytes: Buffer.alloc(0), number: varint() });
      continue;
    }
    const fixed = wireType === 1 ? 8 : 4;
    const length = wireType === 2 ? varint() : fixed;
    fields.push({ field, bytes: message.subarray(at, at + length) });
    at += length;
  }
  return fields;
}
