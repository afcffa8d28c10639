import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type Break, broken, criteria, type Handle, onWire, second, twice } from './broken-client.ts';

/** Sends a call repeatedly while it fails. */
const again =
  (times: number, every: number, isFailure = (status: number) => status >= 500): Handle =>
  async ({ send, wait }) => {
    let answer = await send();
    for (let sent = 1; sent < times && isFailure(answer.status); sent += 1) {
      await wait(every);
      answer = await send();
    }
    return answer;
  };

export const withPolicies = (policies: ClientSetting['policies'] & {}): Break => ({
  client: setting => createReferenceClient({ ...setting, policies }),
});

export const resilience = [
  onWire('repeats a request one second after a 429', 'retry-after-respected', 'rate-limited-seconds', {
    'hotel.search': again(2, second, status => status === 429),
  }),
  onWire('ignores a Retry-After that is a date', 'retry-after-respected', 'rate-limited-date', {
    'hotel.search': again(2, second, status => status === 429),
  }),
  onWire('repeats a failed request without a pause', 'backoff-schedule', 'server-error-once', {
    'hotel.search': again(2, 0),
  }),
  onWire('does not give up after the fifth attempt', 'at-most-five-attempts', 'server-error-persistent', {
    'hotel.search': again(7, 10 * second),
  }),
  onWire('sends other Searches while the endpoint is down', 'breaker-opens', 'server-error-persistent', {
    'hotel.search': async call => {
      const answer = await call.send();
      await call.wait(second);
      await criteria(() => ({ ReturnOnRequestRooms: true }))(call);
      return answer;
    },
  }),
  broken(
    'sends 150 calls at once',
    'rate-limit-kept',
    'rate-limit-real',
    withPolicies({ rate: { calls: 10_000 } }),
  ),
  onWire('repeats a request refused with 400', 'client-errors-not-retried', 'bad-request', {
    'hotel.search': twice(second),
  }),
  onWire('repeats a request refused with 401', 'client-errors-not-retried', 'credentials-invalid', {
    'hotel.search': again(2, second, status => status === 401),
  }),
  broken(
    'gives a Search up after three seconds',
    'waits-for-search',
    'search-timeout',
    withPolicies({ timeOuts: { search: 3 * second } }),
  ),
  broken(
    'gives DoBooking up after twenty seconds',
    'waits-for-booking',
    'booking-hangs-booked',
    withPolicies({ timeOuts: { booking: 20 * second } }),
  ),
];
