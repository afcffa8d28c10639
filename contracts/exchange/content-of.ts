import type { Facts } from './facts.ts';

/** One line with the important fields. With `isSplit`, a line without a field of the request begins with an arrow. */
export function contentOf(
  { request, answer, idempotencyKey }: Pick<Facts, 'request' | 'answer' | 'idempotencyKey'>,
  { isSplit = false } = {},
): string {
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
  const parts = [fields(sent), fields(received)];
  if (isSplit && parts[0] === '' && parts[1] !== '') return `→ ${parts[1]}`;
  return parts.filter(part => part !== '').join(' → ');
}

const short = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : shortToken(text);

const fields = (all: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');

/** Every Token and key of the stand-in is longer. */
const maxShown = 12;

/** The first characters are enough to identify a Token, but not to use it (auth.5). */
export const shortToken = (text: string): string => (text.length <= maxShown ? text : `${text.slice(0, 8)}…`);

const endings: Readonly<Record<string, string>> = {
  reset: 'connection cut',
  'client-gone': 'the client hung up',
};

/** @example describeEnd({ status: 200, ending: 'reset' }) // '200, connection cut' */
export function describeEnd({ status, ending = 'complete' }: Ended): string {
  const cut = ending === 'complete' ? [] : [endings[ending] ?? ending];
  return [status ?? [], cut].flat().join(', ') || 'no answer';
}

interface Ended {
  readonly status?: number | undefined;
  readonly ending?: string | undefined;
}
