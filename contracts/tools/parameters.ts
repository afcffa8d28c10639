import * as z from 'zod';
import { placeholders } from '../address.ts';
import { tidySchema } from '../openapi/tidy.ts';
import type { AnyOperation } from '../operation.ts';
import type { Dialect } from '../profile/dialect.ts';
import { asObject } from '../util/json.ts';
import { type Field, fieldsOf } from './fields.ts';

/** One thing that a request carries. */
export interface Parameter extends Field {
  readonly where: 'body' | 'path' | 'query' | 'header';
}

/**
 * Everything a request of an operation carries: headers, then path, query or body, each field before those inside it.
 *
 * @example parametersOf(operations['hotel.search'], dialect).map(({ name }) => name)
 */
export function parametersOf(operation: AnyOperation, dialect: Pick<Dialect, 'fieldPath'>): Parameter[] {
  const headers = Object.entries(operation.headers ?? {}).map(([name, { provenance, format }]) => ({
    name,
    where: 'header' as const,
    type: `text: ${format}`,
    required: false,
    provenance,
  }));
  const schema = schemaOf(operation.request, 'input');
  const fields = fieldsOf(schema, { operation, direction: 'request', dialect });
  return [...headers, ...fields.map(({ root, field }) => ({ ...field, where: whereOf(root, operation) }))];
}

/**
 * Everything a successful answer of an operation carries, each field before those inside it.
 *
 * @example answerFieldsOf(operations.getBookingDetail, dialect)[0]?.name // 'Booking'
 */
export function answerFieldsOf(operation: AnyOperation, dialect: Pick<Dialect, 'fieldPath'>): Field[] {
  const schema = schemaOf(operation.answer, 'output');
  return fieldsOf(schema, { operation, direction: 'answer', dialect }).map(({ field }) => field);
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  asObject(tidySchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' })));

function whereOf(root: string, { method, path }: AnyOperation): Parameter['where'] {
  if (method === 'POST') return 'body';
  return placeholders(path).includes(root) ? 'path' : 'query';
}
