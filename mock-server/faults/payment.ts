import { asObject } from '#contracts/util';
import type { ApplyEffect } from './effect.ts';

/** What becomes of a card, or of the answer that says so; a DoBooking without Payment is left alone. */
export const applyPayment: ApplyEffect<'payment'> = ({ result }, course, { exchange, source }) => {
  const { operation, body } = exchange;
  if (operation?.effect === 'book' && !hasPayment(body)) return false;
  if (result === 'lost') {
    course.cut = 'before-headers';
    course.directives.card = { result: 'approved', source };
  } else course.directives.card = { result, source };
  return true;
};

function hasPayment(body: unknown): boolean {
  const { Payment, Rooms } = asObject(body);
  return (
    Payment !== undefined ||
    (Array.isArray(Rooms) && Rooms.some(room => asObject(room).Payment !== undefined))
  );
}
