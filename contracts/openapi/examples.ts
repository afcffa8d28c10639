import type * as z from 'zod';
import { addDays, dayNumber, utcDate } from '../calendar.ts';
import type { AnyOperation } from '../operation.ts';
import { operations } from '../operations/index.ts';
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

/** The day on which the example calls of the committed document were made. */
export const exampleDay = '2026-11-20';

/** The example calls that a document in contract names shows, by the id of their operation. */
export function examplesIn(document: {
  readonly paths: Readonly<Record<string, unknown>>;
}): Record<string, Example> {
  const found: Record<string, Example> = {};
  for (const { id, method, path } of Object.values(operations)) {
    const item = asObject(asObject(document.paths[path])[method.toLowerCase()]);
    const request = requestIn(item);
    const answer = exampleOf(asObject(item.responses)['200']);
    if (request !== undefined && answer !== undefined) found[id] = { request, answer };
  }
  return found;
}

/** The body of a POST, or the parameters of a GET together. */
function requestIn(item: Record<string, unknown>): unknown {
  if (item.requestBody !== undefined) return exampleOf(item.requestBody);
  const parameters = Array.isArray(item.parameters) ? item.parameters.map(asObject) : [];
  const given = parameters.filter(({ example }) => example !== undefined);
  return given.length > 0 ? Object.fromEntries(given.map(({ name, example }) => [name, example])) : undefined;
}

const exampleOf = (holder: unknown): unknown =>
  asObject(asObject(asObject(holder).content)['application/json']).example;

// The examples reach some months past their day, and a date has four digits for its year.
const latestDay = '9998-12-31';

const date = /^\d{4}-\d{2}-\d{2}(?= \d{2}:\d{2}:\d{2}$|$)/;

/**
 * An example as if it had been made on the day of an instant: every date and time stamp in it moves along, so that what
 * it asks for lies ahead again. In the last year that a date can be written in it stays where it was a year before.
 *
 * @param now epoch milliseconds, on the clock of the sandbox that the example is for
 * @example moveExample({ CheckinDate: '2027-03-10' }, Date.parse('2026-11-21T00:00:00Z')) // { CheckinDate: '2027-03-11' }
 */
export function moveExample<Value>(value: Value, now: number): Value {
  const days = Math.min(dayNumber(utcDate(now)), dayNumber(latestDay)) - dayNumber(exampleDay);
  const move = (_: string, entry: unknown) =>
    typeof entry === 'string' ? entry.replace(date, day => addDays(day, days)) : entry;
  return JSON.parse(JSON.stringify(value), move);
}
