import { type BookingOutcome, type BookingRequest, createClient, type Penalty, type Question } from '#client';
import { type CancellationPolicy, formatTimeSpan, type PropertyTax } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { createMockSupplier } from '#mock-server';

/** Where the lines of a story go. */
export type Tell = (line: string) => void;

const start = Date.parse('2026-12-10T10:00:00Z');
const credential = { Username: 'demo', Password: 'demo' };

/**
 * A supplier and a client in one process, on a clock that jumps whenever everybody waits: every call is told as it ends.
 *
 * @param faults what goes wrong, in short
 */
export function createStage(tell: Tell, faults: readonly string[] = []) {
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
  journal.subscribe(facts => tell(lineOf(facts)));
  return {
    /** Books, and agrees to whatever is asked; tells what the user was asked and how it ended. */
    async book(wish: BookingRequest): Promise<BookingOutcome> {
      const outcome = await client.book(wish, question => {
        for (const line of asked(question, dayOf(clock.now()))) tell(line);
        return true;
      });
      const voucher = outcome.outcome === 'confirmed' ? `, ${outcome.booking.ConfirmationNumber}` : '';
      tell(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${voucher}`);
      return outcome;
    },
    /** Cancels a trip that was booked; tells what it costs. */
    async cancel(bookingId: string): Promise<void> {
      const outcome = await client.cancel({ bookingId });
      const penalty = outcome.outcome === 'cancelled' ? `, ${penaltyOf(outcome)}` : '';
      tell(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${penalty}`);
    },
  };
}

function penaltyOf({ penalty }: { readonly penalty: Penalty }): string {
  if (penalty === 'unknown') return 'for a penalty that nobody has told';
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
