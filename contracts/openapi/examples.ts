import { type AnyOperation, operations } from '../operations/index.ts';
import type { Direction } from '../profile/index.ts';
import { addDays, asList, asObject, dayNumber, type JsonObject, utcDate, valueAt } from '../util/index.ts';
import { mapContent, type SpokenContract } from './dialect.ts';

export interface Example {
  /** For a GET, all path and query parameters. */
  readonly request: unknown;
  readonly answer: unknown;
}

/** @throws Error that names the first wrong field */
export function checkExample({ id, request, answer }: AnyOperation, example: Example): void {
  for (const [direction, schema] of Object.entries({ request, answer })) {
    const [issue] = schema.safeParse(example[direction as Direction]).error?.issues ?? []; // the keys are `request` and `answer`
    if (!issue) continue;
    const field = [direction, ...issue.path.map(String)].join('.');
    throw new Error(
      `Example of ${id}, ${field}: ${issue.message}. Record the example again with "npm run generate", or correct the schema.`,
    );
  }
}

interface ShownExample {
  readonly id: string;
  readonly example: Example;
  readonly dialect?: SpokenContract | undefined;
}

export function withExample(item: JsonObject, shown: ShownExample): JsonObject {
  const { id, example, dialect } = shown;
  const answer = dialect?.toDialect(id, 'answer', example.answer) ?? example.answer;
  const responses = asObject(item.responses);
  const { requestBody, parameters } = item;
  return {
    ...item,
    ...(Array.isArray(parameters) && { parameters: withValues(parameters.map(asObject), shown) }),
    ...(requestBody
      ? { requestBody: mapContent(requestBody, media => ({ ...media, example: bodyOf(shown) })) }
      : {}),
    responses: { ...responses, 200: mapContent(responses[200], media => ({ ...media, example: answer })) },
  };
}

/** A dialect can have fields of the body in the path. */
const bodyOf = ({ id, example: { request }, dialect }: ShownExample): unknown =>
  dialect ? dialect.writeCall(id, asObject(request)).body : request;

function withValues(
  parameters: readonly JsonObject[],
  { id, example: { request }, dialect }: ShownExample,
): JsonObject[] {
  const inQuery = asObject(dialect?.toDialect(id, 'request', request) ?? request);
  const inPath = dialect?.parameters(id);
  return parameters.map(parameter => {
    const name = String(parameter.name);
    const placed = parameter.in === 'path' ? inPath?.get(name) : undefined;
    const own = placed ? valueAt(request, name.split('.')) : inQuery[name];
    const value = placed?.change.write?.(own) ?? own;
    return parameter.in === 'header' || value === undefined ? parameter : { ...parameter, example: value };
  });
}

/** The day on which the example calls were recorded. */
export const exampleDay = '2026-11-20';

/** The document must use the names of the contract. */
export function examplesIn(document: {
  readonly paths: Readonly<Record<string, unknown>>;
}): Record<string, Example> {
  const examples: Record<string, Example> = {};
  for (const { id, method, path } of Object.values(operations)) {
    const { requestBody, parameters, responses } = asObject(
      asObject(document.paths[path])[method.toLowerCase()],
    );
    const request = requestBody === undefined ? exampleOfParameters(parameters) : exampleOf(requestBody);
    const answer = exampleOf(asObject(responses)['200']);
    if (request !== undefined && answer !== undefined) examples[id] = { request, answer };
  }
  return examples;
}

function exampleOfParameters(parameters: unknown): unknown {
  const shown = asList(parameters)
    .map(asObject)
    .filter(({ example }) => example !== undefined);
  return shown.length > 0 ? Object.fromEntries(shown.map(({ name, example }) => [name, example])) : undefined;
}

const exampleOf = (holder: unknown): unknown =>
  asObject(asObject(asObject(holder).content)['application/json']).example;

// The stays are some months after this day, and a year can have only four digits.
const latestDay = '9998-12-31';

const date = /^\d{4}-\d{2}-\d{2}(?= \d{2}:\d{2}:\d{2}$|$)/;

/**
 * Moves every date and time stamp as if the example was recorded at `now`, but at most to the end of 9998. `now`: epoch
 * milliseconds on the clock of the sandbox.
 */
export function moveExample<Value>(value: Value, now: number): Value {
  const days = Math.min(dayNumber(utcDate(now)), dayNumber(latestDay)) - dayNumber(exampleDay);
  const move = (_: string, entry: unknown) =>
    typeof entry === 'string' ? entry.replace(date, day => addDays(day, days)) : entry;
  return JSON.parse(JSON.stringify(value), move);
}
