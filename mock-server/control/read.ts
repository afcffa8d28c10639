import type * as z from 'zod';
import { limits } from '#contracts';
import { type ControlDetail, type ControlEndpoint, detailsOf, maskName } from '#contracts/control';
import { formatPath, parseJson } from '#contracts/util';
import { ControlRefusal, refuseDetails } from './refusal.ts';

export function readQuery({ query }: ControlEndpoint, url: URL): unknown {
  return query && parse(query, Object.fromEntries(url.searchParams));
}

export async function readBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  const {
    request: schema,
    bodyOptional = false,
    largestBody = limits.bodySize.value,
    largeMember,
  } = endpoint;
  if (schema === undefined) return undefined;
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\s*(?:;|$)/i.test(type)) throw refuseType(`"${type}"`);
  const text = await readText(request, largestBody);
  if (text === '') {
    if (bodyOptional) return {};
    throw new ControlRefusal('InvalidRequest', 'the body is empty; send a JSON object');
  }
  if (type === null) throw refuseType('missing');
  const body = parseJson(
    text,
    problem => new ControlRefusal('InvalidRequest', `the body is not JSON: ${problem}`),
  );
  const excess = text.length > maxEntries ? excessIn(Object(body), largeMember) : undefined;
  if (excess) throw refuseDetails('InvalidRequest', [excess]);
  parse(schema, body);
  return body; // zod changes the order of the members, but an imported file must stay unchanged
}

function refuseType(type: string): ControlRefusal {
  return new ControlRefusal(
    'UnsupportedMediaType',
    `Content-Type is ${type}; send "Content-Type: application/json"`,
  );
}

async function readText(request: Request, largest: number): Promise<string> {
  const tooLarge = () => {
    const message = `the body is larger than ${largest} bytes; send a smaller body`;
    return new ControlRefusal('PayloadTooLarge', message, { headers: { connection: 'close' } });
  };
  if (Number(request.headers.get('content-length')) > largest) throw tooLarge();
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

const maxEntries = limits.listEntries.value;
const maxDepth = limits.nesting.value;

/** Without these limits, the checks of a large body would take seconds. */
function excessIn(
  value: object,
  largeMember: string | undefined,
  path: readonly PropertyKey[] = [],
): ControlDetail | undefined {
  if (path.length > maxDepth)
    return { field: 'body', message: `is nested deeper than ${maxDepth} levels; send fewer levels` };
  const isList = Array.isArray(value);
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.length > maxEntries) {
    const message = `has ${entries.length} ${isList ? 'entries' : 'members'}; send at most ${maxEntries}`;
    return { field: formatPath(path) || 'body', message };
  }
  for (const [name, inner] of entries) {
    const isLarge = path.length === 0 && name === largeMember;
    if (typeof inner !== 'object' || inner === null || isLarge) continue;
    const excess = excessIn(inner, largeMember, [...path, isList ? Number(name) : maskName(name)]);
    if (excess) return excess;
  }
  return undefined;
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuseDetails('InvalidRequest', detailsOf(result.error, { schema, value }));
}
