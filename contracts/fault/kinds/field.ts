import * as z from 'zod';
import type { AnyOperation } from '../../operations/index.ts';
import { type Field, type Fields, fieldOf } from '../../profile/index.ts';
import { keysOf } from '../../util/index.ts';
import { defineFault } from '../define-fault.ts';

const newWord = 'NewWord';

/** Undefined means that the answer lacks the field. */
const changes = {
  missing: () => undefined,
  'wrong-type': value => otherType(value),
  'unknown-word': value => (typeof value === 'string' ? newWord : value),
} as const satisfies Record<string, (value: unknown) => unknown>;

export const field = defineFault('field', {
  fields: () => ({
    name: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: 'The name of the field. Every field of the answer with this name changes.' }),
    change: z.enum(keysOf(changes)).meta({
      description:
        'What is wrong with the field. With wrong-type, a text becomes a number, and any other value becomes a text.',
    }),
  }),
  example: 'field=bookingStatus,change=unknown-word',
  about:
    'The answer lacks a field, or the field has the wrong type or a word that the contract does not list. The operation takes effect.',
  where:
    'every operation except Search, if its answer can have the field; with change=unknown-word, if the contract lists the words of the field',
  actsOn: (operation, { name, change }) =>
    !isSearch(operation) &&
    fieldsNamed(name, fieldOf(operation.answer).inner).some(
      ({ words }) => change !== 'unknown-word' || words !== undefined,
    ),
  // Clients decide by these fields whether they book, pay, look up, or tell the user that the booking stands.
  trials: ['bookingStatus', 'BookingId', 'TotalSellingPrice', 'PaymentStatus', 'id'].flatMap(name =>
    keysOf(changes).map(change => ({ parameters: { name, change } })),
  ),
  plan: ({ name, change }) => ({
    rewrites: [
      answer =>
        JSON.parse(JSON.stringify(answer), (key, value) => (key === name ? changes[change](value) : value)),
    ],
  }),
});

const isSearch = ({ id }: AnyOperation): boolean => id.endsWith('.search');

/** Returns a value of another type, as a supplier writes it that makes no difference between texts and numbers. */
function otherType(value: unknown): string | number {
  if (typeof value !== 'string') return typeof value === 'object' ? '' : String(value);
  return Number(value) || 0;
}

const fieldsNamed = (name: string, fields: Fields): Field[] =>
  [...fields].flatMap(([key, field]) => (key === name ? [field] : fieldsNamed(name, field.inner)));
