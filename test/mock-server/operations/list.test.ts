import { expect, it } from 'vitest';
import type { SearchBookingCriteria } from '#contracts';
import { guestsOf, startSupplier } from '../hotel-client.ts';

/** Three bookings on consecutive days: the second is on request, the third has another main guest. */
async function start() {
  const { client, clock } = startSupplier({ options: { rateLimit: false } });
  const ids: string[] = [];
  for (const [CheckinDate, isOnRequest, Name] of [
    ['2026-12-10', false, 'Ana'],
    ['2026-12-20', true, 'Bruno'],
    ['2027-01-05', false, 'Zoé'],
  ] as const) {
    const stay = { CheckinDate, CheckoutDate: undefined, NumNights: 2, ReturnOnRequestRooms: true };
    const conditions = await client.conditions(await client.search(stay as object), {
      isWanted: room => (room.RestrictionType === 'OnRequest') === isOnRequest,
    });
    const Paxs = guestsOf({ NumAdults: 2, ChildAges: [] }).map(guest => ({ ...guest, Name }));
    const Rooms = [{ RoomId: conditions.choice.RoomIds[0], Paxs }];
    ids.push((await client.book(conditions, { Rooms, ExternalReference: `ref-${ids.length}` })).BookingId);
    clock.advance({ by: 86_400_000 });
  }
  const listed = async (criteria?: SearchBookingCriteria) =>
    (await client.list(criteria)).Bookings.map(booking => ids.indexOf(booking.BookingId));
  return { client, ids, listed };
}

const { client, ids, listed } = await start();

it('the server lists what changed last first, with the stored status and no look at the supplier (ep.list, svc.4)', async () => {
  expect(await listed()).toEqual([2, 1, 0]);
  const [, onRequest] = (await client.list()).Bookings;
  expect(onRequest).toMatchObject({ bookingStatus: 'OnRequest', MainPaxName: 'Bruno Silva' });
});

it.each<[SearchBookingCriteria, number[]]>([
  [{}, [2, 1, 0]],
  [{ CheckinDateFrom: '2026-12-20' }, [2, 1]],
  [{ CheckinDateTo: '2026-12-20' }, [1, 0]],
  [{ CheckinDateFrom: '2026-12-11', CheckinDateTo: '2026-12-31' }, [1]],
  [{ ExternalReference: 'ref-2' }, [2]],
  [{ BookingStatus: ['OnRequest'] }, [1]],
  [{ ServiceTypes: ['car'] }, []],
  [{ PassengerName: 'zoe' }, [2]],
  [{ UpdatedFrom: '2026-11-21 10:00:00' }, [2, 1]],
  [{ UpdatedTo: '2026-11-20 23:59:59' }, [0]],
  [{ InitialUpdateDate: '2026-11-21' }, [2, 1]],
  [{ InitialUpdateDate: '2026-11-21 10:00:00' }, [2, 1]],
  [{ InitialUpdateDate: '2026-11-21 10:00:01' }, [2]],
  [{ FinalUpdateDate: '2026-11-21' }, [1, 0]],
  [{ FinalUpdateDate: '2026-11-21 09:59:59' }, [0]],
  [{ InitialUpdateDate: '2026-11-21 09:00:00', FinalUpdateDate: '2026-11-21' }, [1]],
  [{ InitialUpdateDate: '2026-11-20', UpdatedFrom: '2026-11-22 00:00:00' }, [2]],
  [{ SupplierLoc: 'HCN0000000' }, []],
  [{ InitialBookingDate: '2026-11-21', FinalBookingDate: '2026-11-21' }, [1]],
  [{ InitialServiceDate: '2026-12-01', FinalServiceDate: '2026-12-31' }, [1, 0]],
  [{ PaymentDeadlineStart: '2026-12-07', PaymentDeadlineEnd: '2026-12-16' }, [0]],
  [{ PaymentDeadlineStart: '2026-12-18' }, [2]],
  [{ CancelationDateStart: '2026-01-01' }, []],
])('the server filters a list by %j (res.list-criteria)', async (criteria, expected) => {
  expect(await listed(criteria)).toEqual(expected);
});

it('the server filters a list by booking numbers, unknown ones left out (res.list-criteria)', async () => {
  expect(await listed({ BookingNumber: [ids[0] ?? '', '0', ids[2] ?? ''] })).toEqual([2, 0]);
  expect(await listed({ BookingNumber: [] })).toEqual([2, 1, 0]);
});

it('the server filters a list by the confirmation number of a service', async () => {
  const { Booking } = await client.detail(ids[2] ?? '');
  const SupplierLoc = Booking?.ConfirmationNumber ?? '';
  expect(SupplierLoc).toMatch(/^HCN\d+$/);
  expect(await listed({ SupplierLoc })).toEqual([2]);
  expect(await listed({ SupplierLoc, ExternalReference: 'ref-0' })).toEqual([]);
  expect(await listed({ SupplierLoc, BookingNumber: [ids[0] ?? ''] })).toEqual([]);
});

it('the server moves a booking to the front when a look-up changed it', async () => {
  const { client, ids, listed } = await start();
  await client.detail(ids[1] ?? '');
  expect(await listed()).toEqual([1, 2, 0]);
  await client.detail(ids[1] ?? '');
  await client.detail(ids[0] ?? '');
  expect(await listed()).toEqual([1, 2, 0]);
});

it('the server finds a trip by the date of a service that was attached to it (res.list-criteria)', async () => {
  const { client, ids, listed } = await start();
  const search = await client.search({ CheckinDate: '2027-02-10', CheckoutDate: '2027-02-12' });
  await client.book(await client.conditions(search), { BookingId: ids[0] ?? '' });
  expect(await listed({ CheckinDateFrom: '2027-02-10' })).toEqual([0]);
  expect(await listed({ InitialServiceDate: '2027-02-10' })).toEqual([0]);
});

it('the server filters by the day of a cancellation', async () => {
  const { client } = await start();
  const { BookingId } = await client.book();
  await client.cancel(BookingId);
  const on = async (CancelationDateStart: string, CancelationDateEnd: string) =>
    (await client.list({ CancelationDateStart, CancelationDateEnd })).Bookings.map(one => one.BookingId);
  expect(await on('2026-11-23', '2026-11-23')).toEqual([BookingId]);
  expect([await on('2026-11-01', '2026-11-22'), await on('2026-11-24', '2026-12-01')]).toEqual([[], []]);
});

it('the server pushes nothing: changes are seen by asking (event.none)', async () => {
  const { body } = await client.call('getBookingList', {});
  expect(Object.keys(body).sort()).toEqual(['Bookings', 'Errors', 'TimeSpan']);
});
