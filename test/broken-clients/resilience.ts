import { type ClientSetting, createReferenceClient } from '#scenarios/run/play/reference-client';
import {
  type Break,
  type BrokenClient,
  clientsAgainst,
  criteria,
  type Handle,
  second,
  twice,
  wire,
} from './broken-client.ts';

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

export const resilience: readonly BrokenClient[] = [
  {
    name: 'repeats a request one second after a 429',
    rule: 'retry-after-respected',
    scenario: 'rate-limited-seconds',
    breakIt: wire({ 'hotel.search': again(2, second, status => status === 429) }),
  },
  {
    name: 'ignores a Retry-After that is a date',
    rule: 'retry-after-respected',
    scenario: 'rate-limited-date',
    breakIt: wire({ 'hotel.search': again(2, second, status => status === 429) }),
  },
  {
    name: 'repeats a failed request without a pause',
    rule: 'backoff-schedule',
    scenario: 'server-error-once',
    breakIt: wire({ 'hotel.search': again(2, 0) }),
  },
  {
    name: 'does not give up after the fifth attempt',
    rule: 'at-most-five-attempts',
    scenario: 'server-error-persistent',
    breakIt: wire({ 'hotel.search': again(7, 10 * second) }),
  },
  {
    name: 'sends other Searches while the endpoint is down',
    rule: 'breaker-opens',
    scenario: 'server-error-persistent',
    breakIt: wire({
      'hotel.search': async call => {
        const answer = await call.send();
        await call.wait(second);
        await criteria(() => ({ ReturnOnRequestRooms: true }))(call);
        return answer;
      },
    }),
  },
  {
    name: 'sends 150 calls at once',
    rule: 'rate-limit-kept',
    scenario: 'rate-limit-real',
    breakIt: withPolicies({ rate: { calls: 10_000 } }),
  },
  ...clientsAgainst('client-errors-not-retried', [
    ['bad-request', 'repeats a request refused with 400', wire({ 'hotel.search': twice(second) })],
    [
      'credentials-invalid',
      'repeats a request refused with 401',
      wire({ 'hotel.search': again(2, second, status => status === 401) }),
    ],
  ]),
  {
    name: 'gives a Search up after three seconds',
    rule: 'waits-for-search',
    scenario: 'search-timeout',
    breakIt: withPolicies({ timeOuts: { search: 3 * second } }),
  },
  {
    name: 'gives DoBooking up after twenty seconds',
    rule: 'waits-for-booking',
    scenario: 'booking-hangs-booked',
    breakIt: withPolicies({ timeOuts: { booking: 20 * second } }),
  },
];
