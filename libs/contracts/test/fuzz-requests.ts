import fc, { type Arbitrary } from 'fast-check';
import {
  HOSTILE_BODIES,
  HOSTILE_HEADERS,
  HOSTILE_QUERIES,
  HOSTILE_SEGMENTS,
  HOSTILE_VALUES,
} from './hostile-values.ts';
import { arbitraryOf, type JsonSchema, type RequestSchemas } from './request-arbitraries.ts';

export type FuzzRequest = {
  kind: 'valid' | 'nearly valid' | 'hostile';
  /** Encoded path segments by parameter. */
  segments: Record<string, string>;
  /** With its question mark, or empty. */
  query: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
};

/** Values that exist, by the name of a field or parameter. */
export type KnownValues = Record<string, readonly unknown[]>;

type Fields = Record<string, unknown>;
type Parts = { params: Fields; query: Fields; body: Fields };

const LARGE_BYTES = 10_000;
/** Parts of a URL; a longer one is refused by the parser of HTTP, with 431. */
const URL_PART_LENGTH = 1_000;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Requests of a route; the same seed gives the same ones. */
export function sampleRequests(
  schemas: RequestSchemas,
  known: KnownValues,
  { count, seed }: { count: number; seed: number },
): FuzzRequest[] {
  const parts = partsOf(schemas, known);
  const hasBody = Object.keys(schemas.body.properties ?? {}).length > 0;
  const valid = parts.map((each) => toRequest('valid', each, hasBody));
  const nearly = nearlyValid(parts).map((each) => toRequest('nearly valid', each, hasBody));
  const hostile = hostileFrom(valid, schemas, hasBody);
  return fc.sample(fc.oneof(valid, nearly, hostile), { numRuns: count, seed });
}

function partsOf({ params, query, body }: RequestSchemas, known: KnownValues): Arbitrary<Parts> {
  const fieldsOf = (schema: JsonSchema) =>
    arbitraryOf(schema).chain((value) => withKnown(value, known));
  return fc.record({ params: fieldsOf(params), query: fieldsOf(query), body: fieldsOf(body) });
}

/** Three of four times a field with a known value has one. */
function withKnown(value: unknown, known: KnownValues): Arbitrary<Fields> {
  const fields = value as Fields;
  const entries = Object.entries(fields).map(([name, own]) => {
    const existing = known[name];
    const arbitrary = existing
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...existing) }, fc.constant(own))
      : fc.constant(own);
    return [name, arbitrary] as const;
  });
  return fc.record(Object.fromEntries(entries));
}

/** One field has a hostile value or is missing, or there is an unknown one. */
function nearlyValid(parts: Arbitrary<Parts>): Arbitrary<Parts> {
  const change = fc.record({
    part: fc.constantFrom('query' as const, 'body' as const, 'body' as const),
    at: fc.nat(),
    isRemoved: fc.boolean(),
    value: fc.constantFrom(...HOSTILE_VALUES),
  });
  return fc.tuple(parts, change).map(([valid, { part, at, isRemoved, value }]) => {
    const names = Object.keys(valid[part]);
    const name = names[at % names.length] ?? 'unknown';
    const { [name]: _, ...others } = valid[part];
    return { ...valid, [part]: isRemoved ? others : { ...others, [name]: value } };
  });
}

/** A valid request with a hostile path, query, body or headers. */
function hostileFrom(
  valid: Arbitrary<FuzzRequest>,
  schemas: RequestSchemas,
  hasBody: boolean,
): Arbitrary<FuzzRequest> {
  // A route that reads no body may answer and close the connection while a large one is being sent.
  const bodies = HOSTILE_BODIES.filter(({ bytes }) => hasBody || bytes.length < LARGE_BYTES);
  const names = Object.keys(schemas.query.properties ?? {});
  const change = fc.oneof(
    fc.constantFrom(...HOSTILE_SEGMENTS).map((segment) => ({ segment })),
    fc.record({
      query: fc.constantFrom(...HOSTILE_QUERIES),
      name: fc.constantFrom(...(names.length > 0 ? names : ['page'])),
    }),
    fc.constantFrom(...bodies).map((body) => ({ body })),
    fc.constantFrom(...HOSTILE_HEADERS).map((headers) => ({ headers })),
  );
  return fc.tuple(valid, change).map(([request, part]) => {
    const changed = { ...request, kind: 'hostile' as const };
    if ('segment' in part) {
      const entries = Object.keys(request.segments).map((name) => [name, part.segment]);
      return { ...changed, segments: Object.fromEntries(entries) };
    }
    if ('query' in part) return { ...changed, query: part.query.replaceAll('NAME', part.name) };
    if ('headers' in part) return { ...changed, headers: { ...request.headers, ...part.headers } };
    const { type, bytes, encoding } = part.body;
    const headers = {
      ...(type ? { 'content-type': type } : {}),
      ...(encoding ? { 'content-encoding': encoding } : {}),
    };
    return { ...changed, body: bytes, headers };
  });
}

function toRequest(
  kind: FuzzRequest['kind'],
  { params, query, body }: Parts,
  hasBody: boolean,
): FuzzRequest {
  const segments = Object.entries(params).map(([name, value]) => [name, encode(value)]);
  const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return {
    kind,
    segments: Object.fromEntries(segments),
    query: search.length > 0 ? `?${search.join('&')}` : '',
    headers: hasBody ? JSON_TYPE : {},
    body: hasBody ? JSON.stringify(body) : null,
  };
}

/** Never an empty segment, which would be another route. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (
    encodeURIComponent(text.slice(0, URL_PART_LENGTH).toWellFormed()).replace(/^\.+$/, '%2e') ||
    '%20'
  );
}
