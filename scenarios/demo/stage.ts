import { createClient, type Question, type Wish } from '#client';
import { type Facts, formatTimeSpan } from '#contracts';
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
    async book(wish: Wish): Promise<void> {
      const outcome = await client.book(wish, question => {
        for (const line of asked(question)) tell(line);
        return true;
      });
      const voucher = outcome.outcome === 'confirmed' ? `, ${outcome.booking.ConfirmationNumber}` : '';
      tell(`${timeOf(clock.now())}  the client says: ${outcome.outcome}${voucher}`);
    },
  };
}

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

function asked({ shown, before, priceChanged }: Question): string[] {
  const { total, policies, taxes, moreInformation } = shown;
  const changed = priceChanged
    ? ` (it was ${before.total.Value} ${before.total.Currency} in the Search)`
    : '';
  const free = policies[0] && `free to cancel before ${policies[0].StartDate}`;
  const due = taxes.flatMap(({ lines }) =>
    lines.map(({ Name, Amount, Currency }) => `${Name} ${Amount} ${Currency} at the property`),
  );
  return [
    `          the user sees: ${[`${total.Value} ${total.Currency}${changed}`, free, ...due].filter(Boolean).join('; ')}`,
    ...(moreInformation === undefined ? [] : [`          and: ${moreInformation}`]),
  ];
}
