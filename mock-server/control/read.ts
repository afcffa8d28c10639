import type * as z from 'zod';
import { limits } from '#contracts';
import { type ControlEndpoint, detailsOf } from '#contracts/control';
import { ControlRefusal, refuseDetails } from './refusal.ts';

/**
 * Reads the query of a call and checks it against the schema of the endpoint. Throws a ControlRefusal that names each
 * wrong parameter.
 */
export function readQuery({ query }: ControlEndpoint, url: URL): unknown {
  return query && parse(query, Object.fromEntries(url.searchParams));
}

/**
 * Reads the body of a call and checks it against the schema of the endpoint. Throws a ControlRefusal for a wrong body.
 */
export async function readBody(endpoint: ControlEndpoint, request: Request): Promise<unknown> {
  const { request: schema, bodyOptional = false, largestBody = limits.bodySize.value } = endpoint;
  if (schema === undefined || endpoint.isStreamed) return undefined;
  const type = checkType(request);
  const text = await readText(request, largestBody);
  if (text === '') {
    if (bodyOptional) return {};
    throw refuseEmpty();
  }
  if (type === null) throw refuseType('missing');
  const body = parseJson(text);
  parse(schema, body);
  return body; // zod changes the order of the members, but an imported file must stay unchanged
}

/** Returns the Content-Type of a request; null if it is missing. Throws a ControlRefusal for a type other than JSON. */
function checkType(request: Request): string | null {
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type)) throw refuseType(`"${type}"`);
  return type;
}

/**
 * Reads the JSON body of a request chunk by chunk. Throws a ControlRefusal for a body that is empty, of another type or too large.
 *
 * @param largest the maximum size in bytes
 */
export async function* readChunks(request: Request, largest: number): AsyncGenerator<Uint8Array> {
  const type = checkType(request);
  let isEmpty = true;
  for await (const chunk of chunksOf(request, largest)) {
    if (chunk.length > 0) isEmpty = false;
    if (type === null && !isEmpty) throw refuseType('missing');
    yield chunk;
  }
  if (isEmpty) throw refuseEmpty();
}

const refuseEmpty = (): ControlRefusal =>
  new ControlRefusal('InvalidRequest', 'the body is empty; send a JSON object');

const isJson = (type: string): boolean => /^application\/json\s*(?:;|$)/i.test(type);

function refuseType(type: string): ControlRefusal {
  return new ControlRefusal(
    'UnsupportedMediaType',
    `Content-Type is ${type}; send "Content-Type: application/json"`,
  );
}

async function* chunksOf(request: Request, largest: number): AsyncGenerator<Uint8Array> {
  const tooLarge = () => {
    const message = `the body is larger than ${largest} bytes; send a smaller body`;
    return new ControlRefusal('PayloadTooLarge', message, { headers: { connection: 'close' } });
  };
  if (Number(request.headers.get('content-length')) > largest) throw tooLarge();
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > largest) throw tooLarge();
    yield chunk;
  }
}

async function readText(request: Request, largest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunksOf(request, largest)) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ControlRefusal('InvalidRequest', `the body is not JSON: ${why}`);
  }
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refuseDetails('InvalidRequest', detailsOf(result.error, { schema, value }));
}
