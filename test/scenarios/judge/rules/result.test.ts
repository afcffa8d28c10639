import type { Task } from '#contracts/scenario';
import type { HeldService, JudgeContext, Supplied } from '#scenarios/judge';
import { lostTwice, minute, toBooking, toConditions, toLost } from './build.ts';
import { carStep, expecting, hotelStep, scaled, taskOf, transferStep } from './tasks.ts';
import { fails, inconclusive, notObserved, passes, testRule, warns } from './test-rule.ts';

/** Returns the context of a trip: a hotel that is confirmed, and a transfer with the given status. */
const trip = (status: string, ...services: NonNullable<JudgeContext['result']>['services'] & {}) => ({
  task: taskOf(hotelStep, { ...transferStep, attachTo: 0 }),
  scenario: expecting({ truth: { services: ['confirmed', status] } }),
  result: { outcome: 'confirmed', services },
});
const hotel = { product: 'hotel', outcome: 'confirmed' };
const transfer = (outcome: string) => ({ product: 'transfer', outcome });
const cancelsTransfer = taskOf(
  hotelStep,
  { ...transferStep, attachTo: 0 },
  { do: 'cancel', what: 'service', step: 1 },
);

/** A client that reports an outcome in a scenario. */
const reporting = (outcome: string, scenario = expecting()) => ({ scenario, result: { outcome } });
/** A client that reports a booking as confirmed while the supplier holds B1. */
const reportingBooking = (bookingId: string): JudgeContext => {
  const b1 = { bookingId: 'B1', product: 'hotel', status: 'confirmed', start: '2026-12-10' } as const;
  const held = [{ ...b1, parties: [], guests: [] }];
  const supplier: Supplied = { services: ['confirmed'], charges: [], held };
  return { scenario: expecting(), supplier, result: { outcome: 'confirmed', bookingId } };
};

testRule('outcome-as-expected', {
  'a trip whose services are reported one by one': passes(trip('rejected', hotel, transfer('rejected'))),
  'the services of a trip in another order': passes(trip('rejected', transfer('rejected'), hotel)),
  'a rejected transfer that is reported as confirmed': fails([[]], {
    ...trip('rejected', hotel, transfer('confirmed')),
    says: /reported the transfer of steps\[1\] as "confirmed", but its status is rejected/,
  }),
  'a confirmed transfer that is reported as rejected': fails(
    [[]],
    trip('confirmed', hotel, transfer('rejected')),
  ),
  'a rejected transfer that is reported as failed': warns([[]], trip('rejected', hotel, transfer('failed'))),
  'a trip in whose report the transfer is missing': fails([[]], {
    ...trip('rejected', hotel),
    says: /no outcome for the transfer of steps\[1\]/,
  }),
  'a trip in whose report all services are missing': notObserved({ ...trip('rejected'), why: /services/ }),
  'a trip with a service that the user has cancelled': passes({
    ...trip('cancelled', hotel, transfer('confirmed')),
    task: cancelsTransfer,
  }),
  'the outcome of the scenario': passes(reporting('confirmed')),
  'a booking that the supplier holds': passes(reportingBooking('B1')),
  'a booking that the supplier does not know': fails([[3]], toBooking().look(), {
    ...reportingBooking('X-B1'),
    says: /reported booking "X-B1" as confirmed, but the supplier has only B1/,
  }),
  'such a booking of a client that sent no DoBooking': fails([[2]], toConditions(), reportingBooking('X-B1')),
  'another outcome': fails([[]], {
    ...reporting('confirmed', expecting({ outcomes: ['ask-support'] })),
    says: /reported "confirmed".*allows only ask-support/,
  }),
  'another outcome of a client that gives up before it books': fails(
    [[2]],
    toConditions(),
    reporting('error'),
  ),
  'another outcome of a client whose task books nothing': fails([[2]], toConditions(), {
    ...reporting('error', expecting({ outcomes: ['done'] })),
    task: taskOf({ do: 'tools' }),
    says: /allows only done: its last call was hotel\.getBookingConditions \(exchange 2\), which was answered 200\./,
  }),
  'another outcome of a client that paid again blindly': fails(
    [[3, 4, 5]],
    toBooking().pay({ lost: 'reset' }).pay({ status: 400 }),
    {
      ...reporting('pending'),
      says: /payBooking \(exchange 5\), which repeats the lost exchange 4 without a look-up, was answered 400/,
    },
  ),
  'another outcome of a client that looked before it paid again': fails(
    [[3, 4, 6]],
    toBooking().pay({ lost: 'reset' }).look().pay({ status: 400 }),
    { ...reporting('pending'), says: /payBooking \(exchange 6\) was answered 400/ },
  ),
  'what another reading of the specification allows': warns(
    [[]],
    reporting('ask-support', expecting({ tolerated: ['ask-support'] })),
  ),
  'another outcome on a clock that is too fast': inconclusive({
    ...reporting('error'),
    ...scaled(312),
    why: /312 times as fast/,
  }),
  'a run without a reported outcome': notObserved({ scenario: expecting(), why: /reports/ }),
});

const holding = (...services: string[]) => ({ scenario: expecting(), supplier: { services, charges: [] } });

const rio = { destinationId: '1001', name: 'Rio de Janeiro' };
const ana = { Name: 'Ana', Surname: 'Silva', Age: 34 };
const rui = { ...ana, Name: 'Rui' };
const eva = { ...ana, Name: 'Eva', Age: 7 };
const oneDay = { bookingId: 'B1', status: 'confirmed', start: '2026-12-10' } as const;
const heldHotel: HeldService = {
  ...oneDay,
  product: 'hotel',
  end: '2026-12-12',
  from: rio,
  parties: [{ adults: 2, ages: [7] }],
  nationality: 'BR',
  guests: [ana, rui, eva],
};
const airport = { destinationId: '1001', name: 'Galeão', airport: 'GIG' };
const forAna = { parties: [{ adults: 1, ages: [] }], guests: [ana] };
const heldTransfer: HeldService = { ...oneDay, product: 'transfer', from: airport, to: rio, ...forAna };
const heldCar: HeldService = { ...heldTransfer, product: 'car', to: airport, end: '2026-12-12', parties: [] };
const heldTour: HeldService = { ...heldTransfer, product: 'tour', from: rio, to: undefined };
const tourStep = {
  do: 'book' as const,
  product: 'tour' as const,
  criteria: { destination: 'Rio de Janeiro', from: '2026-12-10', to: '2026-12-12', adults: 1 },
  guests: transferStep.guests,
};
const later = { ...hotelStep.criteria, checkinDate: '2027-01-10' };

const supplied = (...held: HeldService[]): Supplied => ({
  services: held.map(({ status }) => status),
  charges: [],
  held,
  places: { 'Rio de Janeiro': ['1001'] },
});

/** What the task asks for, and what the supplier holds. */
const asked = (task: Task, ...held: HeldService[]): JudgeContext => ({
  task,
  scenario: expecting({ truth: { services: held.map(() => 'confirmed') } }),
  supplier: supplied(...held),
});
const choosing = (choose: typeof hotelStep.choose) => asked(taskOf({ ...hotelStep, choose }), heldHotel);

/** The task books one hotel, and the supplier holds a different one, without any traffic. */
const heldOther = (change: Partial<HeldService>, says: RegExp, step = hotelStep) =>
  fails([[]], { ...asked(taskOf(step), { ...heldHotel, ...change }), says });

testRule('booked-as-expected', {
  'one booking for a task with one': passes(holding('confirmed')),
  'a booking twice': fails([[3, 5]], toBooking().conditions().book(), {
    ...holding('confirmed', 'confirmed'),
    says: /too many: confirmed/,
  }),
  'an offer of the kind that the task requests': passes(
    toConditions({ answer: { restriction: 'OnRequest', prePayment: false } }).book(),
    choosing({ restrictionType: 'OnRequest', isPrePayment: false }),
  ),
  'an offer of another kind': fails(
    [[3]],
    toConditions({ answer: { restriction: 'CanBook', prePayment: true, payLater: true } }).book(),
    {
      ...choosing({ restrictionType: 'OnRequest', isPrePayment: false, canPayLater: true }),
      says: /choose\.restrictionType is CanBook, but the task has OnRequest; choose\.isPrePayment is true, but the task has false\. The traveller would get the wrong service\./,
    },
  ),
  'a booking that was lost': fails([[]], { ...holding(), says: /missing: confirmed/ }),
  'a booking that ended otherwise': fails([[]], {
    ...holding('cancelled'),
    says: /too many: cancelled; missing: confirmed/,
  }),
  'two bookings after an early look that found nothing (decision 3)': warns(
    [[3, 6]],
    lostTwice(5 * minute, toLost().find()),
    holding('confirmed', 'confirmed'),
  ),
  'what an outcome that is tolerated leaves behind': warns([[]], {
    ...reporting('pending', expecting({ tolerated: ['pending'] })),
    supplier: { services: ['on-request'], charges: [] },
  }),
  'a stay of other nights on another day': fails([[3]], toBooking(), {
    ...asked(taskOf(), { ...heldHotel, start: '2026-12-20', end: '2026-12-25' }),
    says: /hotel \(booking B1\) .* steps\[0\] .*: criteria.checkinDate is 2026-12-20, but the task has 2026-12-10; criteria.nights is 5, but the task has 2\./,
    expects: /criteria.nights: 2/,
  }),
  'a stay in another city': heldOther(
    { from: { destinationId: '2001', name: 'Lisbon' } },
    /criteria.destination is Lisbon, but the task has Rio de Janeiro/,
  ),
  'a room for fewer': heldOther(
    { parties: [{ adults: 1, ages: [7] }] },
    /criteria.rooms is 1 adult and children of 7, but the task has 2 adults and children of 7/,
  ),
  'another nationality': heldOther({ nationality: 'US' }, /criteria.nationality is US, but the task has BR/),
  'a hotel of another name than the one that is to be chosen': heldOther(
    { name: 'Casa Mar' },
    /choose.name is Casa Mar, but the task has Casa Sol/,
    { ...hotelStep, choose: { name: 'Casa Sol' } },
  ),
  'a car in place of the hotel of the task': heldOther(
    { product: 'car' },
    /booked a car, which the task does not contain/,
  ),
  'the hotel cancelled instead of the transfer': fails([[], []], {
    ...asked(cancelsTransfer, { ...heldHotel, status: 'cancelled' }, heldTransfer),
    scenario: expecting({ truth: { services: ['confirmed', 'cancelled'] } }),
    says: /hotel \(booking B1\) .*: status is cancelled, but the task has confirmed\. /,
  }),
  'a transfer in a booking of its own': fails([[]], {
    ...asked(taskOf(hotelStep, { ...transferStep, attachTo: 0 }), heldHotel, {
      ...heldTransfer,
      bookingId: 'B2',
    }),
    says: /attachTo is B2, but the task has step 0, booking B1/,
  }),
  'a transfer the other way round': fails([[]], {
    ...asked(taskOf(transferStep), { ...heldTransfer, from: rio, to: airport }),
    says: /criteria.from is Rio de Janeiro, but the task has GIG/,
  }),
  'a car that comes back on another day': fails([[]], {
    ...asked(taskOf(carStep), { ...heldCar, end: '2026-12-13' }),
    says: /criteria.dropoff.date is 2026-12-13, but the task has 2026-12-12/,
  }),
  'a tour on none of its days': fails([[]], {
    ...asked(taskOf(tourStep), { ...heldTour, start: '2026-12-13' }),
    says: /criteria.from, criteria.to is 2026-12-13, but the task has 2026-12-10 to 2026-12-12/,
  }),
  'two hotels of a trip in whatever order': passes(
    asked(
      taskOf(hotelStep, { ...hotelStep, criteria: later }),
      { ...heldHotel, start: '2027-01-10', end: '2027-01-12' },
      heldHotel,
    ),
  ),
  'traffic without the bookings of the supplier': notObserved({ scenario: expecting() }),
});

const truth = { services: ['confirmed'], charges: ['Approved'] };
const charging = (...charges: string[]) => ({
  scenario: expecting({ truth }),
  supplier: { services: ['confirmed'], charges },
});

testRule('charged-as-expected', {
  'one charge where one is due': passes(charging('Approved')),
  'a charge after one that was declined': passes(charging('Declined', 'Approved')),
  'a second charge': fails([[4, 5]], toBooking().pay().pay(), {
    ...charging('Approved', 'Approved'),
    says: /charges \[Approved, Approved\]/,
  }),
  'a charge that never came': fails([[]], { ...charging(), expects: /1 charge/ }),
  'a missing charge of a client that reports ask-support where the scenario tolerates it': warns([[]], {
    ...charging(),
    scenario: expecting({ truth, tolerated: ['ask-support'] }),
    result: { outcome: 'ask-support' },
  }),
  'traffic without a scenario': notObserved({ supplier: { services: [], charges: [] } }),
});
