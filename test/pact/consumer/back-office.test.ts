import { MatchersV3 } from '@pact-foundation/pact';
import { type ServiceStatus, statuses } from '#contracts';
import { asObject } from '#contracts/util';
import { asked, exampleAnswer, fromState } from '../asked.ts';
import { describePact, errors, type PactTests } from '../describe-pact.ts';
import { exactly, expectCancellation, expectPenalty, servicesAs } from '../expect-product.ts';

const { equal } = MatchersV3;

/** Every status that a look-up of a booking can return, except one whose answer has an error. */
const shown = Object.keys(statuses).filter(
  status => !['expired', 'cancellation-failed'].includes(status),
) as ServiceStatus[]; // the keys of the table

const payment = {
  PaymentConditionId: 'PC1SLN8W0-1',
  Amount: { Value: 1176, Currency: 'BRL' },
  PaymentStatus: equal('Approved'),
  PaidAt: '2026-11-20 10:00:00',
};

describePact('back-office', tests => {
  expectLookUps(tests);
  expectList(tests);
  expectPayment(tests);
  expectCancellation('cancelBooking', tests, {
    'cancelBooking:timeline=pending-cancellation': 'cancel-pending',
    'cancelBooking:timeline=cancellation-failed': 'cancel-problem',
  });
  expectPenalty('cancelBooking', tests);
  expectNothingToCancel(tests);
});

function expectNothingToCancel({ answered, refused }: PactTests): void {
  const operation = 'cancelBooking';
  const request = { BookingId: fromState('BookingId', '804228902') };
  const { Errors, ...example } = exampleAnswer(operation);
  answered(operation, 'of what was cancelled before', {
    request,
    given: ['a booking that is cancelled'],
    answer: { ...example, ...exactly('cancelled'), Errors: errors('AlreadyCancelled') },
  });
  const given = ['a booking that is rejected'];
  refused(operation, 'of what was turned down', 400, 'BookingClosed', { request, given });
}

function expectLookUps({ answered, refused, refusedAsAll }: PactTests): void {
  const operation = 'getBookingDetail';
  const example = exampleAnswer(operation);
  const { ConfirmationNumber, Invoice, Errors, ...undecided } = asObject(example.Booking);
  const statusFields = (status: ServiceStatus) => ({
    ...wordsOf(status),
    Services: servicesAs(undecided.Services, 'hotel', wordsOf(status), status === 'confirmed'),
  });
  const booking = { ...asObject(example.Booking), ...statusFields('confirmed') };
  answered('getBooking', '', { answer: { Booking: booking, Errors: [] }, whole: ['Services'] });
  answered('getBooking', 'of an unknown reference', { given: [], answer: { Errors: [] } });
  refusedAsAll('getBooking');
  answered(operation, '', { answer: { Booking: booking, Errors: [] }, whole: ['Services'] });
  for (const status of shown) {
    const { bookingStatus } = statuses[status];
    answered(operation, `that says ${bookingStatus} (${status})`, {
      given: [`a booking that is ${status}`],
      answer: { Booking: { ...undecided, ...statusFields(status), Errors: [] }, Errors: [] },
    });
  }
  const lost = { ...statusFields('cancellation-failed'), Errors: errors('CancellationNotForwarded') };
  answered(operation, 'of a cancellation that did not reach the supplier', {
    given: ['a booking that is cancellation-failed'],
    answer: { Booking: { ...undecided, ...lost }, Errors: [] },
  });
  for (const look of ['getBooking', 'getBookingDetail'] as const)
    answered(look, 'of a booking that is paid', {
      request: { BookingId: fromState('BookingId', '804228902') },
      given: ['a booking that is paid'],
      answer: { Booking: { ...booking, Payments: [payment] }, Errors: [] },
      whole: ['Services', 'Payments'],
      some: ['Paxs'],
    });
  const unknown = { request: { BookingId: '000000001' }, given: [] };
  refused(operation, 'of an unknown booking', 404, 'NotFound', unknown);
  refusedAsAll(operation);
}

/** A booking that began on request is PENDING after its first look-up. */
function wordsOf(status: ServiceStatus) {
  if (status !== 'on-request') return exactly(status);
  return { ...exactly(status), bookingStatus: MatchersV3.regex('^(?:OnRequest|PENDING)$', 'PENDING') };
}

function expectList({ answered, refusedAsAll }: PactTests): void {
  const operation = 'getBookingList';
  answered(operation, '', {
    given: ['a booking that is confirmed', `all that ${operation} needs`],
    answer: exampleAnswer(operation),
    whole: ['Bookings'],
  });
  answered(operation, 'of days on which nothing begins', {
    answer: { Bookings: [], TimeSpan: exampleAnswer(operation).TimeSpan, Errors: [] },
  });
  refusedAsAll(operation);
}

function expectPayment({ answered, refused, refusedAsAll }: PactTests): void {
  const operation = 'payBooking';
  const example = exampleAnswer(operation);
  answered(operation, '', { answer: { ...example, PaymentStatus: equal('Approved') } });
  answered(operation, 'by a card that is declined', {
    and: 'prepaid-declined',
    answer: { ...example, PaymentStatus: equal('Declined'), Errors: errors('PaymentDeclined') },
  });
  answered(operation, 'that is decided later', {
    and: 'prepaid-pending',
    answer: { ...example, PaymentStatus: equal('Pending'), Errors: [] },
  });
  refused(operation, 'of an unknown booking', 404, 'NotFound', {
    request: { ...asked(operation), BookingId: '000000001' },
  });
  refusedAsAll(operation);
}
