import { addDays, type Dialect, utcDate } from '#contracts';
import type { Sandbox } from '../../sandbox/index.ts';
import { curl } from '../tool-server/index.ts';

const usualDestination = '1003';

/**
 * Writes a shell command that searches one hotel in a sandbox, with a check-in 30 days ahead on its clock and the names of the dialect.
 *
 * @param baseUrl the base address of the sandbox, to which the path of the operation is added
 * @example searchCommand(sandbox, dialect, 'http://127.0.0.1:4010') // "curl -s 'http://…"
 */
export function searchCommand(
  { identity, clock, places }: Sandbox,
  dialect: Dialect,
  baseUrl: string,
): string {
  const { method, path } = dialect.operation('hotel.search');
  const checkin = addDays(utcDate(clock.now()), 30);
  const ids = [usualDestination, ...places.destinations.map(({ id }) => id)];
  const hotel = ids.map(id => places.hotelsOf(id)[0]).find(one => one !== undefined);
  const body = {
    Credential: identity.credentials[0],
    Criteria: {
      HotelIds: [hotel?.id],
      CheckinDate: checkin,
      CheckoutDate: addDays(checkin, 2),
      SearchRooms: [{ NumAdults: 2 }],
      Nationality: 'BR',
    },
  };
  return curl(method, baseUrl + path, Object(dialect.toDialect('hotel.search', 'request', body)));
}
