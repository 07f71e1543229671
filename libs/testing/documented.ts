import { openApiDocument } from '@cairn/contracts/http/openapi.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Answer = { status: number; contentType: string; body: unknown };
type Content = Record<string, unknown>;
type Operation = { responses: Record<string, { content?: Content }> };

const document = openApiDocument();
const { paths } = document as { paths: Record<string, Record<string, Operation>> };

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 6 });
addFormats.default(ajv);
ajv.addSchema(document, 'api');

/**
 * Validates an answer of `route`, such as `GET /api/products`, against the OpenAPI document;
 * returns the error or null.
 */
export function findDeviation(route: string, { status, contentType, body }: Answer): string | null {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:([A-Za-z]+)/g, '{$1}');
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) return `${route} is not in the document`;
  const response = operation.responses[status];
  if (!response) return `${route} does not document ${status}`;
  if (!response.content) return body === null ? null : `${route} ${status} has a body`;
  const type = contentType.split(';')[0] ?? '';
  const documented = Object.keys(response.content);
  const known = documented.find((name) => new RegExp(`^${name.replace('*', '.+')}$`).test(type));
  if (!known) return `${route} ${status} is ${type}, and documented as ${documented.join(', ')}`;
  if (known !== 'application/json') return null;
  const parts = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    String(status),
    'content',
    known,
  ];
  const pointer = [...parts, 'schema'].map(escapePart).join('/');
  const validate = ajv.compile({ $ref: `api#/${pointer}` });
  return validate(body) ? null : `${route} ${status}: ${ajv.errorsText(validate.errors)}`;
}

/** RFC 6901, in a URI fragment. */
function escapePart(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
