import { describe, expect, it } from 'vitest';
import { bookingBody, createHotelClient, testCriteria } from './hotel-client.ts';
import {
  all,
  body,
  card,
  create,
  credential,
  each,
  expectHidden,
  journalText,
  password,
  path,
  secrets,
  traces,
} from './masking-traces.ts';

describe('the right place', () => {
  it('of a card, a security code, a document, an e-mail and a password is masked in the journal', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    const saver = await client.conditions(undefined, {
      isWanted: room => !room.CanPayLater && !room.IsPrePayment,
    });
    const { Payment, Rooms, ...rest } = bookingBody(saver);
    const [room] = Rooms;
    const guests =
      room?.Paxs.map(guest => ({
        ...guest,
        Email: secrets.email,
        DocumentNumber: 'XK4711-Q',
        Cpf: secrets.cpf,
      })) ?? [];
    const booked = await client.call('hotel.doBooking', {
      ...rest,
      Payment,
      Rooms: [{ ...room, Paxs: guests }],
    });
    expect(booked.body.bookingStatus).toBe('CONFIRMED');
    expect((await client.detail(booked.body.BookingId)).Booking?.Services[0]?.Paxs[0]?.Email).toBe(
      secrets.email,
    );
    const journal = journalText(supplier);
    expectHidden(journal, [...all, '4111111111111111', 'XK4711-Q', 'ana@example.com', '"123"', '\\"123\\"']);
    expect(
      supplier.sandboxes.require('default').journal.read({ operation: 'hotel.doBooking' })[0]?.facts.request
        .payment?.card,
    ).toEqual({
      last4: '1111',
      luhn: true,
      ours: true,
      mark: expect.stringMatching(/^~[0-9a-f]{8}$/),
    });
  });

  it('of a password leaves a mark that is equal for equal passwords only', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    await client.search();
    await client.search({ NumNights: 2 });
    await client.call('getBooking', {
      BookingId: '1',
      Credential: { ...credential, Password: 'something else' },
    });
    const marks = supplier.sandboxes
      .require('default')
      .journal.read()
      .map(entry => entry.facts.credential?.mark);
    expect(marks[0]).toMatch(/^agency:~[\da-f]{8}$/);
    expect(marks[1]).toBe(marks[0]);
    expect(marks[2]).not.toBe(marks[0]);
  });

  it('of tokens and idempotency keys stays readable', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    const conditions = await client.conditions();
    const key = '4d0ff7a1-1111-4111-8111-111111111111';
    await client.book(conditions, {}, { headers: { 'idempotency-key': key } });
    const { facts } = supplier.sandboxes.require('default').journal.read({ limit: 1 })[0] ?? {};
    expect(facts).toMatchObject({ idempotencyKey: key, request: { token: conditions.Token } });
  });
});

describe('a wrong place', () => {
  const places: [string, (value: string) => object][] = [
    ['a field that takes text', value => ({ Criteria: { ...testCriteria, SearchType: value } })],
    [
      'a field that is read before it is refused',
      value => ({ Criteria: { ...testCriteria, DestinationId: value } }),
    ],
    [
      'a field with a form of its own',
      value => ({ Criteria: { ...testCriteria, CheckinDate: value, Currency: value } }),
    ],
    ['a list', value => ({ Criteria: { ...testCriteria, SearchRooms: [value], HotelIds: [value] } })],
    ['an unknown field', value => ({ Remarks: value, Deep: { er: [[value]] } })],
    ['the name of a field', value => ({ [value]: 1, Criteria: { ...testCriteria, [`x${value}`]: 2 } })],
    ['a name that every object has', value => ({ constructor: value, toString: [value] })],
    ['the user name', value => ({ Credential: { Username: value, Password: password } })],
    ['the password, as a list', value => ({ Credential: { Username: 'agency', Password: [value] } })],
    ['the card, as an object', value => ({ Payment: { CardNumber: { digits: value }, Pwd: [value] } })],
    ['text around it', value => ({ Remarks: `pay with ${value}, please`, More: `#${value}.` })],
  ];
  const cases = places.flatMap(([place, build]) =>
    each.map(({ name, value }) => ({ place, name, value, build })),
  );

  it.each(cases)('hides a $name in $place', async ({ value, build }) => {
    const { answer, journal } = await traces(path, { body: body(build(value)) });
    expectHidden(answer + journal, [value]);
  });

  it.each(['Token', 'ReToken', 'BookingId', 'ExternalReference', 'ServiceId', 'RoomIds'])(
    'hides everything in %s of every operation',
    async field => {
      for (const value of all) {
        for (const operation of [
          'Hotel.svc/GetBookingConditions',
          'Hotel.svc/DoBooking',
          'Hotel.svc/CancelByService',
          'ClientBackOffice.svc/GetBooking',
          'ClientBackOffice.svc/GetBookingDetail',
          'ClientBackOffice.svc/CancelBooking',
        ]) {
          const rest = {
            HotelId: 1,
            RoomIds: ['1'],
            ServiceId: '1',
            BookingId: '1',
            Token: 'x',
            Rooms: [{ RoomId: '1', Paxs: [{ Name: 'A', Surname: 'B', Age: 30 }] }],
          };
          const { answer, journal } = await traces(`/API/REST/${operation}`, {
            body: body({ Criteria: undefined, ...rest, [field]: value }),
          });
          expectHidden(answer + journal, [value, value.slice(0, 12)]);
        }
      }
    },
  );

  it('hides everything in numbers', async () => {
    const numbers = {
      Price: Number(card),
      Filters: { MaxPrice: Number(card) },
      DestinationId: Number(secrets.bareCpf),
    };
    const { answer, journal } = await traces(path, {
      body: body({ Note: Number(card), Criteria: { ...testCriteria, ...numbers } }),
    });
    expectHidden(answer + journal, [card, secrets.bareCpf]);
    const priced = await traces(path, {
      body: body({ Criteria: { ...testCriteria, Filters: { MaxPrice: Number(card) } } }),
    });
    expect(priced.answer).toContain('"Hotels"');
    expectHidden(priced.answer + priced.journal, [card]);
  });

  it('hides everything in the names of guests and in what refers to them later', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    for (const value of all) {
      const conditions = await client.conditions();
      const paxs = [
        { Name: value, Surname: 'Silva', Age: 30 },
        { Name: 'Ana', Surname: value, Age: 30 },
      ];
      const booked = await client.book(conditions, {
        ExternalReference: value,
        Rooms: [{ RoomId: conditions.choice.RoomIds[0], Paxs: paxs }],
      });
      expectHidden(JSON.stringify(booked.Errors), [value]);
      await client.call('getBooking', { ExternalReference: value });
      await client.list({ PassengerName: value });
    }
    expectHidden(journalText(supplier), all);
  });
});
