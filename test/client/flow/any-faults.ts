import fc from 'fast-check';
import { statuses as statusTable } from '#contracts';
import { FaultError } from '#contracts/fault';
import type { How } from './play.ts';
import { createWorld } from './world.ts';

const operation = fc.constantFrom(
  'hotel.search',
  'hotel.getBookingConditions',
  'hotel.doBooking',
  'getBooking',
  'getBookingDetail',
  'payBooking',
);
const commit = fc.constantFrom('', ',commit=before', ',commit=after', ',commit=never');
const times = fc
  .tuple(fc.constantFrom('times', 'nth'), fc.integer({ min: 1, max: 4 }))
  .map(([which, n]) => `,${which}=${n}`);
const seconds = (max: number) => fc.integer({ min: 1, max }).map(n => `PT${n}S`);
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(texts => texts.join(''));
const one = (...texts: string[]) => fc.constantFrom(...texts);

const onTheWay = fc.oneof(
  joined(one('status=429,retryAfter='), fc.integer({ min: 0, max: 20 }).map(String)),
  joined(one('status=500', 'status=502', 'status=503', 'status=504'), commit),
  joined(one('hang'), commit),
  joined(one('hang,for='), seconds(90), commit),
  joined(one('delay='), seconds(40)),
  joined(one('cut', 'cut=after-headers', 'cut=mid-body'), commit),
  joined(one('body=')).chain(body =>
    one('truncated', 'invalid-json', 'empty', 'xml', 'html', 'cut-gzip', 'slow-drip').map(how => body + how),
  ),
);

const ofCancellation = ['pending-cancellation', 'cancellation-failed'];
const status = one(...Object.keys(statusTable).filter(name => !ofCancellation.includes(name)));
const statuses = fc.tuple(
  status,
  fc.array(fc.tuple(status, fc.integer({ min: 1, max: 20 })), { maxLength: 3 }),
);

/** Generates statuses that follow each other after some minutes. */
const timeline = statuses.map(([first, later]) => {
  let minutes = 0;
  const steps = later.map(([next, after]) => {
    minutes += after;
    return `;${next}@PT${minutes}M`;
  });
  return `timeline=${first}${steps.join('')}`;
});

const bySupplier = fc.oneof(
  joined(
    one('hotel.getBookingConditions:'),
    one(
      'price=10',
      'price=-5',
      'sold-out',
      'revalidate=RoomsFoundWithChanges',
      'revalidate=RoomsNotFound',
      'business,errors=SupplierTimeout',
    ),
  ),
  joined(
    one('hotel.doBooking:'),
    fc.oneof(
      timeline,
      one(
        'sold-out=booking',
        'business',
        'business,errors=SupplierTimeout',
        'payment=declined',
        'payment=pending',
        'payment=lost',
      ),
    ),
  ),
  joined(
    one('payBooking:'),
    one(
      'payment=declined',
      'payment=pending',
      'payment=lost',
      'business',
      'business=CONFIRMED,errors=SupplierTimeout',
    ),
  ),
  joined(
    one('getBooking*:visibility=PT'),
    fc.integer({ min: 1, max: 25 }).map(n => `${n}M`),
  ),
  joined(
    one('getBookingDetail:visibility,goesBackTo='),
    one('pending', 'in-progress', 'technical-problem', 'on-request', 'awaiting-payment'),
  ),
  one('getBooking*:visibility,then404'),
);

/** Keeps the faults that can be armed together, because some contradict each other. */
function together(faults: readonly string[]): string[] {
  const { sandbox } = createWorld();
  return faults.filter(fault => {
    try {
      sandbox.faults.arm(fault);
      return true;
    } catch (error) {
      if (error instanceof FaultError) return false;
      throw error;
    }
  });
}

/** Generates faults in any order, each for a few calls or for the whole test. */
export const anyFaults: fc.Arbitrary<string[]> = fc
  .array(
    fc.oneof(
      { weight: 2, arbitrary: joined(operation, one(':'), onTheWay, times) },
      { weight: 1, arbitrary: bySupplier },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map(together);

export const anyUser: fc.Arbitrary<How> = fc.record({
  room: fc.constantFrom('flexible', 'prepaid', 'payNow', 'onRequest'),
  chooses: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_600 })),
  agrees: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 45 })),
});
