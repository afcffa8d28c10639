import { type BookingOutcome, type BookingRequest, createClient, type Penalty, type Question } from '#client';
import { formatTimeSpan, type PropertyTax } from '#contracts';
import type { Facts } from '#contracts/exchange';
import { createMockSupplier } from '#mock-server';

/** Prints one line. */
export type Print = (line: string) => void;

const start = Date.parse('2026-12-10T10:00:00Z');
const credential = { Username: 'demo', Password: 'demo' };

/** Creates a supplier and a client that share a clock, which jumps when both wait. Prints each call when the call ends. */
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
    /** Makes a booking and accepts all conditions. Prints what the client shows to the user, and the outcome. */
    async book(request: BookingRequest): Promise<BookingOutcome> {
      const outcome = await client.book(request, question => {
        for (const line of consentLines(question, dayOf(clock.now()))) print(line);
        return true;
      });
      const voucher = outcome.outcome === 'confirmed' ? `, ${outcome.booking.ConfirmationNumber}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${voucher}`);
      return outcome;
    },
    /** Cancels a booking and prints the penalty. */
    async cancel(bookingId: string): Promise<void> {
      const outcome = await client.cancel({ bookingId });
      const penalty = outcome.outcome === 'cancelled' ? `, ${penaltyOf(outcome)}` : '';
      print(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${penalty}`);
    },
  };
}

function penaltyOf({ penalty }: { readonly penalty: Penalty }): string {
  if (penalty === 'unknown') return 'for an unknown penalty';
  return penalty ? `for ${money(penalty)}` : 'free of charge';
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

const units: Readonly<Record<PropertyTax['Type'], string>> = {
  PerNight: 'a night',
  PerStay: 'a stay',
  PerPerson: 'a person',
  PerPersonPerNight: 'a person and night',
};
const money = ({ Value, Currency }: { readonly Value: number; readonly Currency: string }): string =>
  `${Value} ${Currency}`;

/** Returns the lines that the user sees before the user accepts the conditions. */
function consentLines({ shown, before, priceChanged }: Question, today: string): string[] {
  const { total, pricing, policies, taxes, moreInformation } = shown;
  const changed = priceChanged ? ` (it was ${money(before.total)} in the Search)` : '';
  const included = pricing?.Taxes.Value ? `, of which ${money(pricing.Taxes)} taxes` : '';
  const penalties = policies.map(one =>
    one.StartDate > today ? `${money(one)} from ${one.StartDate}` : money(one),
  );
  const due = taxes
    .flatMap(({ lines }) => lines)
    .map(
      ({ Name, Amount, Currency, Type }) => `${Name} ${Amount} ${Currency} ${units[Type]}, at the property`,
    );
  const price = `${money(total)}${changed}${included}`;
  const cancelling = `cancelling costs ${penalties.join(', ') || 'nothing'}`;
  return [
    `          the user sees: ${[price, cancelling, ...due].join('; ')}`,
    ...(moreInformation === undefined ? [] : [`          and: ${moreInformation}`]),
  ];
}
