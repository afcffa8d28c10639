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
  if (schema === undefined) return undefined;
  const type = request.headers.get('content-type');
  if (type !== null && !isJson(type)) throw refuseType(`"${type}"`);
  const text = await readText(request, largestBody);
  if (text === '') {
    if (bodyOptional) return {};
    throw new ControlRefusal('InvalidRequest', 'the body is empty; send a JSON object');
  }
  if (type === null) throw refuseType('missing');
  const body = parseJson(text);
  parse(schema, body);
  return body; // zod changes the order of the members, but an imported file must stay unchanged
}

const isJson = (type: string): boolean => /^application\/json\s*(?:;|$)/i.test(type);

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
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > largest) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
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
