import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { bookingBody, createTestSupplier, startSupplier, testCriteria } from '../hotel-client.ts';
import { plans } from '../payment-client.ts';
import { until } from './raw-call.ts';
import { stage } from './stage.ts';

const faultsOf = () => createTestSupplier().sandboxes.require('default').faults;
const idsOf = (faults: ReturnType<typeof faultsOf>) => faults.list().map(({ id }) => id);

describe('a fault without an id', () => {
  it('is given none that a later one of the same call names', () => {
    const faults = faultsOf();
    const given = ['hotel.search:cut', 'car.search:cut,id=fault-1', 'tour.search:cut,id=fault-3'];
    faults.arm(...given, 'transfer.search:cut');
    expect(idsOf(faults)).toEqual(['fault-2', 'fault-1', 'fault-3', 'fault-5']);
  });

  it('is given none that another one had before', () => {
    const faults = faultsOf();
    faults.arm('hotel.search:cut', 'car.search:cut,id=fault-7');
    faults.clear();
    expect(faults.arm('hotel.search:cut')[0]?.id).toBe('fault-8');
    faults.disarm('fault-8');
    expect(() => faults.arm('hotel.search:cut', 'hotel.search:hang')).toThrow('contradicts arguments[0]');
    expect(faults.arm('hotel.search:cut')[0]?.id).toBe('fault-9');
  });
});

describe('a value that is not a list of faults', () => {
  it.each([
    ['cut', 'faults: expected a list of faults, got the text "cut"'],
    [{ effect: { kind: 'cut' } }, 'faults: expected a list of faults, got a value of type object'],
    [null, 'faults: expected a list of faults, got null'],
  ])('is refused where a supplier is made: %j', (given, message) => {
    const options = { faults: given } as unknown as { faults: string[] }; // JavaScript without types allows this
    expect(() => createMockSupplier(options)).toThrow(message);
  });

  it('is refused by armList, and a list by arm', () => {
    const faults = faultsOf();
    const armList: (given: never) => unknown = faults.armList;
    expect(() => armList('cut' as never)).toThrow('fault: expected a list of faults, got the text "cut"'); // as in JavaScript
    expect(() => faults.arm(['car.*:cut', 'tour.*:cut'])).toThrow(/got a list; use .* or armList/);
    expect(faults.size).toBe(0);
  });
});

it('the refusal names which of several arguments is wrong', () => {
  const faults = faultsOf();
  expect(() => faults.arm('car.*:cut', 'cutt')).toThrow('arguments[1].effect.kind: no kind "cutt"');
  expect(() => faults.arm('cutt')).toThrow('fault: effect.kind: no kind "cutt"');
  expect(idsOf(faults)).toEqual([]);
});

describe('many faults for one operation', () => {
  it('are met one after the other, each in its turn', async () => {
    const { client, faults } = startSupplier({ options: { rateLimit: false } });
    faults.armList(Array.from({ length: 500 }, (_, index) => `hotel.search:status=500,nth=${2 * index + 1}`));
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1)
      statuses.push((await client.call('hotel.search', { Criteria: testCriteria })).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
    expect(faults.list().filter(({ fired }) => fired === 1)).toHaveLength(2);
    expect(faults.list().filter(({ seen }) => seen === 4)).toHaveLength(498);
  });

  it('contradict each other only where they ask for the same', () => {
    const faults = faultsOf();
    const at = (id: string | number) => `hotel.search:status=500,body.Criteria.DestinationId=${id}`;
    faults.armList(Array.from({ length: 500 }, (_, index) => at(index)));
    expect(() => faults.arm(at(77))).toThrow('contradicts fault "fault-78": both faults decide the status');
    expect(() => faults.arm('hotel.search:cut')).toThrow('contradicts fault "fault-1"');
    expect(faults.size).toBe(500);
    faults.disarm('fault-78');
    expect(faults.arm(at(77))).toMatchObject([{ id: 'fault-501' }]);
  });
});

it.each([
  ['hang=PT0S', 'failed', 0],
  ['hang=PT0S,commit=before', 200, 1],
  ['hang=PT0S,commit=after', 200, 1],
])('a hang of no time at all ends as any other that is over: %s', async (fault, answered, booked) => {
  const { book, bookings } = await stage({ faults: [`hotel.doBooking:${fault}`] });
  const outcome = await book().then(
    async answer => {
      expect(await answer.json()).toMatchObject({ bookingStatus: 'CONFIRMED' });
      return answer.status;
    },
    () => 'failed',
  );
  expect([outcome, bookings()]).toEqual([answered, booked]);
});

it.each([
  ['leaves a fault that acts through the operation for the next call', 'timeline=pending', 400, 0],
  ['uses up a fault that takes the place of the answer', 'status=503,commit=before', 503, 1],
])('the server %s when the operation refuses', async (_, fault, status, fired) => {
  const { arm, faults, client, conditions } = await stage();
  arm(`${fault},times=1`);
  const refused = await client.call('hotel.doBooking', { ...bookingBody(conditions), Token: 'C0' });
  expect([refused.status, faults.list()]).toMatchObject([status, [{ seen: 1, fired }]]);
  const [next, seen] = fired === 0 ? ['Pending', 2] : ['CONFIRMED', 1]; // a fault that is used up sees no more calls
  expect((await client.book(conditions)).bookingStatus).toBe(next);
  expect(faults.list()).toMatchObject([{ seen, fired: 1 }]);
});

it('the server loses the answer of a payment beside a hang that ends, and charges the card', async () => {
  const { arm, sandbox, client, clock, faults } = await stage();
  const conditions = await client.conditions(undefined, { isWanted: plans.payNow });
  arm('payment=lost', 'hang=PT1S');
  const answer = client.call('hotel.doBooking', bookingBody(conditions));
  const lost = expect(answer).rejects.toThrow('fetch failed');
  await until(() => clock.waits().length > 0);
  clock.advance({ by: 1_000 });
  await lost;
  const [booking] = [...sandbox.store.list({ owner: 'demo' })];
  expect(booking?.payments).toMatchObject([{ status: 'Approved' }]);
  expect(faults.list()).toMatchObject([{ fired: 1 }, { fired: 1 }]);
});

it('the server refuses a second fault where the first one could still match: a call that failed does not count as a match', async () => {
  const { faults, client } = await stage();
  const operation = 'hotel.getBookingConditions';
  faults.arm(`${operation}:status=503,nth=1`, `${operation}:price=10,times=1`);
  await client.conditions().catch(() => undefined);
  expect(faults.list()).toMatchObject([
    { seen: 1, fired: 1 },
    { seen: 1, fired: 0 },
  ]);
  expect(() => faults.arm(`${operation}:price=50`)).toThrow('both faults decide the price');
});
