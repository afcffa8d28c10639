import type { Facts } from '#contracts/exchange';
import type { ProvingExchange, Verdict } from './judgement.ts';

/** The exchanges that findings point at, in order, each with what matters of it. */
export function provingExchanges(
  facts: readonly Facts[],
  verdicts: readonly Pick<Verdict, 'findings'>[],
): ProvingExchange[] {
  const wanted = new Set(verdicts.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges)));
  return facts.filter(({ number }) => wanted.has(number)).map(show);
}

function show({
  number,
  opened,
  operation,
  method,
  url,
  status,
  closed,
  request,
  answer,
  idempotencyKey,
}: Facts): ProvingExchange {
  const asked = {
    token: short(request.token),
    reToken: short(request.reToken),
    bookingId: request.bookingId,
    reference: request.reference,
    item: request.item,
    start: request.start,
    key: short(idempotencyKey),
  };
  const told = {
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
  return {
    number,
    at: new Date(opened.at).toISOString(),
    operation,
    method,
    url,
    ...(status !== undefined && { status }),
    ...(closed && closed.ending !== 'complete' && { ending: closed.ending }),
    said: [fields(asked), fields(told)].filter(part => part !== '').join(' → '),
  };
}

/** Enough of a Token to see which one it is. */
const short = (text: string | undefined): string | undefined =>
  text === undefined || text.length <= 12 ? text : `${text.slice(0, 8)}…`;

const fields = (all: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join(', ');
