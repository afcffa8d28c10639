import { type BookingOutcome, type BookingRequest, createClient, type Penalty, type Question } from '#client';
import { type CancellationPolicy, formatTimeSpan, type PropertyTax } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { createMockSupplier } from '#mock-server';

/** Prints one line. */
export type Print = (line: string) => void;

const start = Date.parse('2026-12-10T10:00:00Z');
const credential = { Username: 'demo', Password: 'demo' };

/** Creates a supplier and a client in one process, on a clock that jumps when both wait. Prints every call as it ends. */
export function createStage(print: Print, faults: readonly string[] = []) {
  const supplier = createMockSupplier({ clock: { mode: 'auto', start }, faults });
  const { clock, journal, identity } = supplier.sandboxes.require('default');
  const client = createClient({
    baseUrl: 'http://supplier.example',
    credential,
    staticToken: identity.staticToken,
    managerId: identity.managerId,
    clock,
    fetch: supplier.fetch,
  });
  journal.subscribe(facts => print(lineOf(facts)));
  return {
    /** Books, and consents to everything; prints what the user is asked and the outcome. */
    async book(request: BookingRequest): Promise<BookingOutcome> {
      const outcome = await client.book(request, question => {
        for (const line of asked(question, dayOf(clock.now()))) print(line);
        return true;
      });
      const voucher = outcome.outcome === 'confirmed' ? `, ${outcome.booking.ConfirmationNumber}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${voucher}`);
      return outcome;
    },
    /** Cancels a booking; prints the penalty. */
    async cancel(bookingId: string): Promise<void> {
      const outcome = await client.cancel({ bookingId });
      const penalty = outcome.outcome === 'cancelled' ? `, ${penaltyOf(outcome)}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${penalty}`);
    },
  };
}

function penaltyOf({ penalty }: { readonly penalty: Penalty }): string {
  if (penalty === 'unknown') return 'for an unknown penalty';
  return penalty ? `for ${penalty.Value} ${penalty.Currency}` : 'free of charge';
}

const dayOf = (at: number): string => formatTimeSpan(at).slice(0, 10);
const timeOf = (at: number): string => formatTimeSpan(at).slice(11);

function lineOf({ operation, answered, closed, opened, status, answer }: Facts): string {
  const at = answered?.at ?? closed?.at ?? opened.at;
  const what = [
    answer.bookingStatus ?? answer.revalidation,
    answer.price && `${answer.price.value} ${answer.price.currency}`,
  ];
  const said =
    status === undefined
      ? 'no answer, the connection was reset'
      : [status, ...what.filter(Boolean)].join(', ');
  return `${timeOf(at)}  ${String(operation).padEnd(30)} ${said}`;
}

const basis: Readonly<Record<PropertyTax['Type'], string>> = {
  PerNight: 'a night',
  PerStay: 'a stay',
  PerPerson: 'a person',
  PerPersonPerNight: 'a person and night',
};

function asked({ shown, before, priceChanged }: Question, today: string): string[] {
  const { total, pricing, policies, taxes, moreInformation } = shown;
  const included = pricing?.Taxes.Value
    ? `, of which ${pricing.Taxes.Value} ${pricing.Taxes.Currency} taxes`
    : '';
  const changed = priceChanged
    ? ` (it was ${before.total.Value} ${before.total.Currency} in the Search)`
    : '';
  const penalties = policies.map(policy => penaltyBy(policy, today)).join(', ');
  const due = taxes.flatMap(({ lines }) =>
    lines.map(
      ({ Name, Amount, Currency, Type }) => `${Name} ${Amount} ${Currency} ${basis[Type]}, at the property`,
    ),
  );
  return [
    `          the user sees: ${[`${total.Value} ${total.Currency}${changed}${included}`, `cancelling costs ${penalties || 'nothing'}`, ...due].join('; ')}`,
    ...(moreInformation === undefined ? [] : [`          and: ${moreInformation}`]),
  ];
}

const penaltyBy = ({ StartDate, Value, Currency }: CancellationPolicy, today: string): string =>
  `${Value} ${Currency}${StartDate > today ? ` from ${StartDate}` : ''}`;
