import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import { type Break, caughtBy, criteria, type Handle, second, twice, wire } from './broken-client.ts';

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
  ...caughtBy('retry-after-respected', 'rate-limited-seconds', {
    'repeats a request one second after a 429': wire({
      'hotel.search': again(2, second, status => status === 429),
    }),
  }),
  ...caughtBy('retry-after-respected', 'rate-limited-date', {
    'ignores a Retry-After that is a date': wire({
      'hotel.search': again(2, second, status => status === 429),
    }),
  }),
  ...caughtBy('backoff-schedule', 'server-error-once', {
    'repeats a failed request without a pause': wire({
      'hotel.search': again(2, 0),
    }),
  }),
  ...caughtBy('at-most-five-attempts', 'server-error-persistent', {
    'does not give up after the fifth attempt': wire({
      'hotel.search': again(7, 10 * second),
    }),
  }),
  ...caughtBy('breaker-opens', 'server-error-persistent', {
    'sends other Searches while the endpoint is down': wire({
      'hotel.search': async call => {
        const answer = await call.send();
        await call.wait(second);
        await criteria(() => ({ ReturnOnRequestRooms: true }))(call);
        return answer;
      },
    }),
  }),
  ...caughtBy('rate-limit-kept', 'rate-limit-real', {
    'sends 150 calls at once': withPolicies({ rate: { calls: 10_000 } }),
  }),
  ...caughtBy('client-errors-not-retried', 'bad-request', {
    'repeats a request refused with 400': wire({
      'hotel.search': twice(second),
    }),
  }),
  ...caughtBy('client-errors-not-retried', 'credentials-invalid', {
    'repeats a request refused with 401': wire({
      'hotel.search': again(2, second, status => status === 401),
    }),
  }),
  ...caughtBy('waits-for-search', 'search-timeout', {
    'gives a Search up after three seconds': withPolicies({ timeOuts: { search: 3 * second } }),
  }),
  ...caughtBy('waits-for-booking', 'booking-hangs-booked', {
    'gives DoBooking up after twenty seconds': withPolicies({ timeOuts: { booking: 20 * second } }),
  }),
];
