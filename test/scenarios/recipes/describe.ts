import { asObject } from '#contracts/util';
import type { Sandbox } from '#mock-server';

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** What a client makes of an answer, in the words of the recipes, and the body where it could read one. */
export interface DescribedAnswer {
  text: string;
  body?: object;
}

/** Describes the result of a call. `late` returns the ms of sandbox time that it took. */
export async function describeCall(
  answer: Promise<Response>,
  { gaveUp, late }: { gaveUp: () => boolean; late: () => number },
): Promise<DescribedAnswer> {
  try {
    const response = await answer;
    const text = await response.text();
    const after = late() >= 1_000 ? `, after ${late() / 1_000} s` : '';
    const { words, body } = describeBody(response, text);
    return { text: [response.status, ...words].join(', ') + after, ...(body && { body }) };
  } catch {
    return {
      text: gaveUp()
        ? 'no answer'
        : late() > 0
          ? `connection reset, after ${late() / 1_000} s`
          : 'connection reset',
    };
  }
}

function describeBody({ headers }: Response, text: string): { words: string[]; body?: object } {
  const type = headers.get('content-type') ?? '';
  const label = type === 'application/json; charset=utf-8' ? [] : [`labelled ${type}`];
  const retryAfter = headers.get('retry-after');
  const wait = retryAfter === null ? [] : [`Retry-After ${retryAfter}`];
  try {
    const body: unknown = JSON.parse(text);
    return { words: [...label, ...wait, ...describeContent(asObject(body))], body: asObject(body) };
  } catch {
    return { words: [...label, ...wait, text === '' ? 'empty' : 'no JSON'] };
  }
}

function describeContent(body: Record<string, unknown>): string[] {
  const { Booking, Bookings, PaymentStatus, RevalidateBookingConditions, Token, Hotels, TotalSellingPrice } =
    body;
  const { bookingStatus } = asObject(Booking ?? body);
  const price = asObject(TotalSellingPrice);
  const errors = listOf(body.Errors).map(entry => String(asObject(entry).Code));
  const isConditions = bookingStatus === undefined && Hotels === undefined && price.Value !== undefined;
  return [
    ...(typeof PaymentStatus === 'string' ? [PaymentStatus] : []),
    ...(typeof bookingStatus === 'string' ? [bookingStatus] : []),
    ...(typeof RevalidateBookingConditions === 'string' ? [RevalidateBookingConditions] : []),
    ...(isConditions ? [`${Number(price.Value).toFixed(2)} ${price.Currency}`] : []),
    ...(Array.isArray(Bookings) ? [`${Bookings.length} listed`] : []),
    ...(Array.isArray(Hotels) && errors.length > 0 ? [`${Hotels.length} hotels`] : []),
    ...('id' in body ? [`with ${Object.keys(body).join(', ')}`] : []),
    ...errors,
    ...(Object.keys(body).length === 1 && errors.length === 0 && Token === undefined ? ['not found'] : []),
  ];
}

/** Describes the supplier's bookings in the words of the recipes. */
export function describeStored({ store }: Sandbox): string {
  const bookings = [...store.list({ owner: 'demo' })];
  const statuses = bookings.flatMap(({ services }) => services.map(({ truth }) => truth));
  const charges = bookings.flatMap(({ payments }) => payments.map(({ status }) => status));
  if (bookings.length === 0) return 'nothing';
  const count = bookings.length === 1 ? '1 booking' : `${bookings.length} bookings`;
  return [`${count}: ${statuses.join(', ')}`, ...charges.map(status => `charge ${status}`)].join('; ');
}
