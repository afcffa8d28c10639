import * as z from 'zod';
import {
  byAssumption,
  bySpecification,
  type ProblemCode,
  type Provenance,
  problems,
} from '../clauses/index.ts';
import {
  type AnyOperation,
  commonProblems,
  errorBody,
  productNames,
  type RequestHeader,
  shapeOf,
} from '../operations/index.ts';
import { placeholders } from '../util/index.ts';
import { provenanceInWords } from './provenance.ts';

/** A field of a GET is a path parameter if the path has its name, else a query parameter. */
export function operationItem(operation: AnyOperation) {
  const { headers = {} } = operation;
  return {
    operationId: operation.id,
    tags: [tagOf(operation)],
    summary: operation.summary,
    description: describe(operation),
    'x-provenance': operation.provenance,
    ...(Object.keys(headers).length > 0 && { parameters: Object.entries(headers).map(headerParameter) }),
    ...(operation.method === 'GET'
      ? { requestParams: parametersOf(operation) }
      : { requestBody: bodyOf(operation) }),
    responses: responsesOf(operation),
  };
}

function describe({ provenance, answerProvenance, base }: AnyOperation): string {
  const [request, answer] = [provenanceInWords(provenance), provenanceInWords(answerProvenance)];
  const origin =
    request === answer ? [`Request and answer: ${request}`] : [`Request: ${request}`, `Answer: ${answer}`];
  return [...origin, `Base address: ${base}_url.`].join('\n\n');
}

function headerParameter([name, { provenance, description, format }]: [string, RequestHeader]) {
  return {
    in: 'header' as const,
    name,
    description,
    schema: { type: 'string' as const, format },
    'x-provenance': provenance,
  };
}

function bodyOf(operation: AnyOperation) {
  return {
    required: true,
    content: { 'application/json': { schema: operation.request } },
    'x-provenance': operation.provenance,
  };
}

function parametersOf({ id, path, request }: AnyOperation) {
  const shape = shapeOf(request);
  const names = new Set(placeholders(path));
  const unknown = [...names].filter(name => !(name in shape));
  if (unknown.length > 0) {
    throw new TypeError(
      `Operation ${id}: path ${path} has {${unknown.join('}, {')}}; add this parameter to the request's fields`,
    );
  }
  const fields = Object.entries(shape);
  const pick = (inPath: boolean) =>
    z.object(Object.fromEntries(fields.filter(([name]) => names.has(name) === inPath)));
  return { path: pick(true), query: pick(false) };
}

// Errors about a body, which a GET does not have.
const bodyProblems: readonly ProblemCode[] = ['InvalidCredential', 'PayloadTooLarge'];

const header = (provenance: Provenance, description: string, schema: object) => ({
  description,
  required: true,
  schema,
  'x-provenance': provenance,
});

const responseHeaders: Readonly<Record<number, object>> = {
  405: {
    Allow: header(byAssumption('method'), 'The HTTP methods that the path accepts.', { type: 'string' }),
  },
  429: {
    'Retry-After': header(bySpecification('err.429'), 'The wait before the next request, in seconds.', {
      type: 'integer',
      minimum: 0,
    }),
  },
};

function responsesOf(operation: AnyOperation) {
  const codes = Map.groupBy(problemCodes(operation), code => problems[code].status);
  const refusals = [...codes].filter(([status]) => status !== 200).sort(([a], [b]) => a - b);
  return {
    200: success(operation, codes.get(200) ?? []),
    ...Object.fromEntries(refusals.map(([status, list]) => [status, refusal(status, list)])),
  };
}

export function problemCodes({ method, problems: own }: AnyOperation): ProblemCode[] {
  const common =
    method === 'GET' ? commonProblems.filter(code => !bodyProblems.includes(code)) : commonProblems;
  return [...new Set([...common, ...own])];
}

function success(operation: AnyOperation, codes: readonly ProblemCode[]) {
  const intro =
    operation.method === 'GET' ? 'The requested record.' : 'The answer. `Errors` contains business errors.';
  return {
    description: [intro, ...codes.map(describeProblem)].join('\n'),
    content: { 'application/json': { schema: operation.answer } },
    'x-provenance': operation.answerProvenance,
  };
}

/** Real messages also name the wrong field and its value. */
function refusal(status: number, codes: readonly ProblemCode[]) {
  const headers = responseHeaders[status];
  const examples = codes.map(code => [
    code,
    { value: { Errors: [{ Code: code, Message: problems[code].when }] } },
  ]);
  return {
    description: codes.map(describeProblem).join('\n'),
    ...(headers && { headers }),
    content: { 'application/json': { schema: errorBody, examples: Object.fromEntries(examples) } },
    'x-provenance': byAssumption('error'),
  };
}

function describeProblem(code: ProblemCode): string {
  const { when, retryable } = problems[code];
  return `- \`${code}\`: ${when}${retryable ? ' A later retry can succeed.' : ''}`;
}

/** In the order of the OpenAPI document. */
const descriptions: Readonly<Record<string, string>> = {
  'Static data': 'Places and hotels. Clients read this data once and cache it.',
  ...Object.fromEntries(
    Object.values(productNames).map(({ group, offers }) => [
      group,
      `${offers}: search, validate the price, book, cancel.`,
    ]),
  ),
  'Back office': 'Operations on existing bookings: look up, list, cancel whole trips.',
  Payment: 'Payment of a booking by card.',
};

export function tagOf({ product, base, effect }: AnyOperation): string {
  if (product) return productNames[product].group;
  if (base === 'commons') return 'Static data';
  return effect === 'pay' ? 'Payment' : 'Back office';
}

export function tagsOf(operations: readonly AnyOperation[]): { name: string; description: string }[] {
  const used = new Set(operations.map(tagOf));
  return Object.entries(descriptions)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}
