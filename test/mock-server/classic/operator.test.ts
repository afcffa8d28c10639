import { describe, expect, it } from 'vitest';
import { startClassic } from './classic.ts';

const checkin = '2026-12-10';

describe('the list of an operator', () => {
  it('is read by the date of the update and by the number of the supplier, then booking by booking', async () => {
    const { supplier, client, must } = startClassic();
    const book = async () => {
      const Criteria = {
        DestinationId: 1001,
        CheckinDate: checkin,
        NumNights: 1,
        MainPaxCountryCodeNationality: 'BR',
        SearchRooms: [{ NumAdults: 1, ChildAges: [], Quantity: 1 }],
      };
      const search = await must(client.post('/API/REST/Hotel.svc/Search', { Criteria }));
      const [{ HotelId, Rooms }] = search.Hotels;
      const room = Rooms.find((one: { CanPayLater: boolean }) => one.CanPayLater);
      const chosen = { HotelId, RoomIds: [room.Id] };
      const { Token } = await must(
        client.post('/API/REST/Hotel.svc/GetBookingConditions', { Token: search.Token, ...chosen }),
      );
      const Rooms2 = [{ RoomId: room.Id, Paxs: [{ Name: 'Ana', Surname: 'Souza', Age: 30 }] }];
      return must(client.post('/API/REST/Hotel.svc/DoBooking', { Token, ...chosen, Rooms: Rooms2 }));
    };
    const first = await book();
    const { clock } = supplier.sandboxes.require('default');
    clock.advance({ by: 3 * 86_400_000 });
    const second = await book();
    const list = async (filter: object) =>
      (
        await must(
          client.post('/API/REST/OperatorBackOffice.svc/GetBookingList', { SearchBookingCriteria: filter }),
        )
      ).Bookings.map(({ BookingId }: { BookingId: string }) => BookingId);
    expect(await list({ InitialUpdateDate: '2026-11-22', FinalUpdateDate: '2026-11-30' })).toEqual([
      second.BookingId,
    ]);
    expect(await list({ InitialUpdateDate: '2026-11-20', FinalUpdateDate: '2026-11-20' })).toEqual([
      first.BookingId,
    ]);
    expect(await list({ SupplierLoc: first.ConfirmationNumber })).toEqual([first.BookingId]);
    const detail = await must(
      client.post('/API/REST/OperatorBackOffice.svc/GetBookingDetail', {
        BookingId: Number(first.BookingId),
      }),
    );
    expect(detail).toMatchObject({ BookingId: first.BookingId, Services: [{ CheckIn: checkin }] });
    expect(detail).not.toHaveProperty('Booking');
  });
});

describe('a client of autocomplete only', () => {
  it.each(['', '/1', '/400'])('finds places at the path that ends with "%s"', async end => {
    const { supplier, client } = startClassic();
    const { staticToken, managerId } = supplier.sandboxes.require('default').identity;
    const path = `/new/api/v1/mapping/autocomplete/all/salvador/managerid/${managerId}/token/${staticToken}${end}`;
    const { status, body } = await client.get(path);
    expect(status).toBe(200);
    expect(body[0]).toMatchObject({
      hotelId: 0,
      destinationId: expect.any(Number),
      name: { 'pt-BR': 'Salvador', en: 'Salvador', es: 'Salvador de Bahía' },
      type: 'City',
    });
  });
});
