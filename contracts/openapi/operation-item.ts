import * as z from 'zod';
import { placeholders } from '../address.ts';
import type { AnyOperation, RequestHeader } from '../operation.ts';
import { provenanceInWords } from './provenance.ts';
import { responsesOf } from './responses.ts';
import { tagOf } from './tags.ts';

/**
 * One operation of the registry as zod-openapi takes it. The fields of a GET become path parameters where the path
 * has a placeholder of that name, and query parameters else.
 */
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
  if (!(request instanceof z.core.$ZodObject)) {
    throw new TypeError(
      `Operation ${id}: the request of a GET is ${request.def.type}; declare it as an object`,
    );
  }
  const names = new Set(placeholders(path));
  const unknown = [...names].filter(name => !(name in request._zod.def.shape));
  if (unknown.length > 0) {
    throw new TypeError(
      `Operation ${id}: path ${path} has {${unknown.join('}, {')}}; add it to the request's fields`,
    );
  }
  const fields = Object.entries(request._zod.def.shape);
  const pick = (inPath: boolean) =>
    z.object(Object.fromEntries(fields.filter(([name]) => names.has(name) === inPath)));
  return { path: pick(true), query: pick(false) };
}
