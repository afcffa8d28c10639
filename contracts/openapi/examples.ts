import type * as z from 'zod';
import type { AnyOperation } from '../operation.ts';
import type { Direction } from '../profile/index.ts';
import { asObject, type JsonObject } from '../util/index.ts';
import type { SpokenContract } from './dialect.ts';

/** One call of an operation, as it went over the wire, in contract names. */
export interface Example {
  /** The body of a POST, or the path and query parameters of a GET together. */
  readonly request: unknown;
  /** The body of the 200 that came back. */
  readonly answer: unknown;
}

/** An example that the operation's own schema refuses; `field` is where. */
export class ExampleError extends Error {
  override readonly name = 'ExampleError';
  readonly operation: string;
  readonly field: string;

  constructor(operation: string, field: string, reason: string) {
    super(
      `Example of ${operation}, ${field}: ${reason}. Capture it again with "npm run generate", or mend the schema.`,
    );
    this.operation = operation;
    this.field = field;
  }
}

/**
 * Checks an example against the schemas of its operation.
 *
 * @throws ExampleError naming the first field that does not fit
 */
export function checkExample({ id, request, answer }: AnyOperation, example: Example): void {
  checkSide(id, 'request', request.safeParse(example.request));
  checkSide(id, 'answer', answer.safeParse(example.answer));
}

function checkSide(id: string, direction: Direction, result: z.core.util.SafeParseResult<unknown>): void {
  const issue = result.error?.issues[0];
  if (issue) throw new ExampleError(id, [direction, ...issue.path.map(String)].join('.'), issue.message);
}

/** The operation of the document with an example of its request and of its answer, in dialect names if there is one. */
export function withExample(
  item: JsonObject,
  { id, example, dialect }: { id: string; example: Example; dialect?: SpokenContract | undefined },
): JsonObject {
  const inDialect = (direction: Direction, json: unknown) => dialect?.toDialect(id, direction, json) ?? json;
  const request = inDialect('request', example.request);
  const responses = asObject(item.responses);
  return {
    ...item,
    ...(Array.isArray(item.parameters) && {
      parameters: item.parameters.map(entry => exemplify(asObject(entry), request)),
    }),
    ...(item.requestBody ? { requestBody: withContentExample(item.requestBody, request) } : {}),
    responses: { ...responses, 200: withContentExample(responses[200], inDialect('answer', example.answer)) },
  };
}

function exemplify(parameter: JsonObject, request: unknown): JsonObject {
  const value = parameter.in === 'header' ? undefined : asObject(request)[String(parameter.name)];
  return value === undefined ? parameter : { ...parameter, example: value };
}

function withContentExample(holder: unknown, example: unknown): JsonObject {
  const { content, ...rest } = asObject(holder);
  const types = Object.entries(asObject(content)).map(([type, media]) => [
    type,
    { ...asObject(media), example },
  ]);
  return { ...rest, content: Object.fromEntries(types) };
}
