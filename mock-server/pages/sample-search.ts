import { addDays, type Dialect, utcDate } from '#contracts';
import { hotelsOf } from '../inventory/index.ts';
import type { Sandbox } from '../sandboxes/index.ts';

const destinationId = '1003';

/**
 * A shell command that searches one hotel in a sandbox, a month ahead on the sandbox's clock, in the words that its
 * clients use. It works as it stands.
 *
 * @param baseUrl the address that supplier paths are put behind
 * @example searchCommand(sandbox, dialect, 'http://127.0.0.1:4010') // "curl -s 'http://…"
 */
export function searchCommand({ identity, clock }: Sandbox, dialect: Dialect, baseUrl: string): string {
  const { method, path } = dialect.operation('hotel.search');
  const checkin = addDays(utcDate(clock.now()), 30);
  const body = {
    Credential: identity.credentials[0],
    Criteria: {
      HotelIds: hotelsOf(destinationId)
        .slice(0, 1)
        .map(hotel => hotel.id),
      CheckinDate: checkin,
      CheckoutDate: addDays(checkin, 2),
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    },
  };
  const words = [
    `curl -s${method === 'POST' ? '' : ` -X ${method}`} ${quoted(baseUrl + path)}`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify(dialect.toDialect('hotel.search', 'request', body)))}`,
  ];
  return words.join(' \\\n');
}

/** A text as one word of a shell command. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
