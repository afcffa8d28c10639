import type { Facts } from '#contracts/exchange';
import { shortToken } from './short-token.ts';

/**
 * Returns the important fields of a request and of its answer as one line. Tokens and keys are shortened.
 *
 * @example contentOf(facts) // 'token S0123456… → bookingId 4800178009, bookingStatus CONFIRMED'
 */
export function contentOf({
  request,
  answer,
  idempotencyKey,
}: Pick<Facts, 'request' | 'answer' | 'idempotencyKey'>): string {
  const sent = {
    token: short(request.token),
    reToken: short(request.reToken),
    bookingId: request.bookingId,
    reference: request.reference,
    item: request.item,
    start: request.start,
    key: short(idempotencyKey),
  };
  const received = {
    token: short(answer.token),
    bookingId: answer.bookingId,
    bookingStatus: answer.bookingStatus,
    status: answer.label,
    price: answer.price && `${answer.price.value.toFixed(2)} ${answer.price.currency}`,
    revalidation: answer.revalidation,
    paymentStatus: answer.paymentStatus,
    found: answer.found,
    errors: answer.errors?.join(', '),
  };
  return [fields(sent), fields(received)].filter(part => part !== '').join(' → ');
}

const short = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : shortToken(text);

const fields = (all: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
