import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskText } from '#contracts/util';
import { passesLuhn } from '#contracts/util/test-cards';
import { bookingBody, createHotelClient, testCriteria } from '../hotel-client.ts';
import {
  all,
  body,
  card,
  create,
  credential,
  expectHidden,
  expectNoTrace,
  journalText,
  password,
  path,
  secrets,
  traces,
} from './masking-traces.ts';

const journalOf = (supplier: ReturnType<typeof create>) => supplier.sandboxes.require('default').journal;

describe('the journal', () => {
  it('auth.5: masks card, security code, document, e-mail and password in their fields, and the guest still gets the e-mail', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    const saver = await client.conditions(undefined, { isWanted: ({ CanPayLater }) => !CanPayLater });
    const { Rooms, ...rest } = bookingBody(saver);
    const personal = { Email: secrets.email, DocumentNumber: 'XK4711-Q', Cpf: secrets.cpf };
    const changed = Rooms.map(room => ({ ...room, Paxs: room.Paxs.map(pax => ({ ...pax, ...personal })) }));
    const { body: booked } = await client.call('hotel.doBooking', { ...rest, Rooms: changed });
    const { Booking } = await client.detail(booked.BookingId);
    expect(Booking?.Services[0]?.Paxs[0]?.Email).toBe(secrets.email);
    const shown = ['4111111111111111', 'XK4711-Q', 'ana@example.com', '"123"', '\\"123\\"'];
    expectHidden(journalText(supplier), [...all, ...shown]);
    const [entry] = journalOf(supplier).read({ operation: 'hotel.doBooking' });
    const mark = expect.stringMatching(/^~[0-9a-f]{8}$/);
    expect(entry?.facts.request.payment?.card).toEqual({ last4: '1111', luhn: true, ours: true, mark });
  });

  it('has a mark of the password that is equal for equal passwords only', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    for (const Password of [password, password, 'something else'])
      await client.call('getBooking', { BookingId: '1', Credential: { ...credential, Password } });
    const marks = journalOf(supplier).read();
    const [first, second, third] = marks.map(({ facts }) => facts.credential?.mark);
    expect(first).toMatch(/^agency:~[\da-f]{8}$/);
    expect([second === first, third === first]).toEqual([true, false]);
  });

  it('keeps tokens and idempotency keys readable', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    const conditions = await client.conditions();
    const key = '4d0ff7a1-1111-4111-8111-111111111111';
    await client.book(conditions, {}, { headers: { 'idempotency-key': key } });
    const [entry] = journalOf(supplier).read({ limit: 1 });
    expect(entry?.facts).toMatchObject({ idempotencyKey: key, request: { token: conditions.Token } });
  });
});

const criteriaWith = (change: object) => ({ Criteria: { ...testCriteria, ...change } });
const places: [string, (value: string) => object][] = [
  ['a field that takes text', value => criteriaWith({ SearchType: value })],
  ['a field that is read before it is refused', value => criteriaWith({ DestinationId: value })],
  ['fields with a form of their own', value => criteriaWith({ CheckinDate: value, Currency: value })],
  ['a list', value => criteriaWith({ SearchRooms: [value], HotelIds: [value] })],
  ['an unknown field', value => ({ Remarks: value, Deep: { er: [[value]] } })],
  ['the name of a field', value => ({ [value]: 1, ...criteriaWith({ [`x${value}`]: 2 }) })],
  ['a name that every object has', value => ({ constructor: value, toString: [value] })],
  ['the user name', value => ({ Credential: { Username: value, Password: password } })],
  ['the password, as a list', value => ({ Credential: { Username: 'agency', Password: [value] } })],
  ['the card, as an object', value => ({ Payment: { CardNumber: { digits: value }, Pwd: [value] } })],
  ['text around it', value => ({ Remarks: `pay with ${value}, please`, More: `#${value}.` })],
];

describe('a password, card number, CPF or e-mail', () => {
  it.each(places)('auth.5: shows in no trace of a call when it was sent in %s', async (_, build) => {
    for (const value of all) await expectNoTrace([value], { body: body(build(value)) });
  });

  const fields = ['Token', 'ReToken', 'BookingId', 'ExternalReference', 'ServiceId', 'RoomIds'];
  it.each(fields)('auth.5: shows in no trace when it was sent as %s to any operation', async field => {
    const Rooms = [{ RoomId: '1', Paxs: [{ Name: 'A', Surname: 'B', Age: 30 }] }];
    const rest = { HotelId: 1, RoomIds: ['1'], ServiceId: '1', BookingId: '1', Token: 'x', Rooms };
    const steps = ['GetBookingConditions', 'DoBooking', 'CancelByService'].map(name => `Hotel.svc/${name}`);
    const looks = ['', 'Detail'].map(end => `ClientBackOffice.svc/GetBooking${end}`);
    for (const value of all)
      for (const operation of [...steps, ...looks, 'ClientBackOffice.svc/CancelBooking']) {
        const sent = { body: body({ Criteria: undefined, ...rest, [field]: value }) };
        await expectNoTrace([value, value.slice(0, 12)], sent, `/API/REST/${operation}`);
      }
  });

  it('auth.5: shows in no trace when it was sent as a number, and the Search is answered', async () => {
    const Filters = { MaxPrice: Number(card) };
    const bad = { Note: Number(card), ...criteriaWith({ Filters, DestinationId: Number(secrets.bareCpf) }) };
    for (const sent of [bad, criteriaWith({ Filters })]) {
      const answer = await expectNoTrace([card, secrets.bareCpf], { body: body(sent) });
      expect(answer.includes('"Hotels"')).toBe(sent !== bad);
    }
  });

  it('auth.5: shows in no trace when it was sent as the name of a guest, and in what refers to the guest later', async () => {
    const supplier = create();
    const client = createHotelClient(supplier.fetch, { credential });
    for (const value of all) {
      const conditions = await client.conditions();
      const names = [{ Name: value }, { Surname: value }];
      const Paxs = names.map(name => ({ Name: 'Ana', Surname: 'Silva', Age: 30, ...name }));
      const Rooms = [{ RoomId: conditions.choice.RoomIds[0], Paxs }];
      const booked = await client.book(conditions, { ExternalReference: value, Rooms });
      expectHidden(JSON.stringify(booked.Errors), [value]);
      await client.call('getBooking', { ExternalReference: value });
      await client.list({ PassengerName: value });
    }
    expectHidden(journalText(supplier), all);
  });

  const usual = ['user-agent', 'accept', 'content-type', 'idempotency-key', 'authorization', 'cookie'];
  const headers = [...usual, 'x-api-key', 'mcp-protocol-version'];
  it.each(headers)('auth.5: shows in no trace when it was sent in the header %s, or cut off', async name => {
    for (const value of all)
      for (const sent of [value, `${'x'.repeat(292)}${value}`])
        await expectNoTrace([value, value.slice(0, 7)], { body: body({}), headers: { [name]: sent } });
  });

  const unreadable: [string, (name: string, value: string) => string][] = [
    ['JSON that ends early', (name, value) => `{"Credential":{"${name}":${JSON.stringify(value)}`],
    ['JSON that ends in the value', (name, value) => `{"${name}":${JSON.stringify(value).slice(0, -1)}`],
    ['JSON with single quotes', (name, value) => `{'${name}': '${value}'}`],
    ['a list', (name, value) => JSON.stringify([{ [name]: value }])],
    ['a form', (name, value) => `a=1&${name}=${encodeURIComponent(value)}&b=2`],
    ['XML', (name, value) => `<Credential><${name}>${value}</${name}></Credential>`],
    ['a line', (name, value) => `${name}: ${value}\nUsername: x`],
  ];

  it.each(unreadable)('auth.5: shows in no trace of an unreadable body: %s', async (_, write) => {
    for (const value of all)
      for (const name of ['Password', 'CardNumber', 'Email', 'Remarks'])
        await expectNoTrace([value], { body: write(name, value) });
    for (const name of ['Password', 'SecurityCode', 'DocumentNumber', 'senha'])
      expectHidden((await traces(path, { body: write(name, 'unguessable') })).journal, ['nguessabl']);
  });

  it('auth.5: shows in no trace of a large body, an unknown path or a wrong method', async () => {
    const large = body({ Remarks: all, Padding: 'x'.repeat(1_100_000) });
    const small = body({ Remarks: all });
    await expectNoTrace(all, { body: large });
    for (const sent of [large, small]) await expectNoTrace(all, { body: sent }, '/nowhere');
    await expectNoTrace(all, { method: 'PUT', body: small });
  });

  it('auth.5: does not show where the kept part of an unreadable body ends', async () => {
    for (let shift = 0; shift < 60; shift += 5)
      for (const end of [200, 400, 2_000]) {
        const { journal } = await traces(path, { body: `{"a":"${'x'.repeat(end - shift)} ${card}` });
        expect(journal).not.toMatch(/4539578763/);
      }
  });

  it('auth.5: does not show while the request is open', async () => {
    const supplier = create();
    const { readable, writable } = new TransformStream();
    const url = `http://supplier.test/${encodeURIComponent(password)}/${card}`;
    const pending = supplier.fetch(url, { method: 'POST', body: readable, duplex: 'half' } as RequestInit); // the type lacks `duplex`
    expectHidden(journalText(supplier), [password, card]);
    await writable.close();
    expect((await pending).status).toBe(404);
  });
});

it('auth.5: any card number is masked in any text, whatever surrounds it', () => {
  const prefix = fc.constantFrom(...'4 51 55 2221 34 37 6011 62 36 3528 5018 81'.split(' '));
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 15 });
  const numbers = fc.tuple(prefix, digits).map(([first, rest]) => {
    const start = (first + rest.join('')).slice(0, 18);
    return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(last => `${start}${last}`).find(passesLuhn) ?? '';
  });
  const between = fc.constantFrom('', ' ', '-', '.', '_');
  const before = fc.constantFrom('', ' ', 'card', 'n:', '"', '12 ', '\n', 'é', '(', '12/30 ', '/', 'ABC');
  const after = fc.constantFrom('', ' ', 'card', '"', ' 12/30', ' 123', '\n', 'é', ')', '/', 'ABC', ' 999 1');
  const group = fc.integer({ min: 3, max: 5 });
  fc.assert(
    fc.property(numbers, between, group, before, after, (number, sign, size, head, tail) => {
      const shown = (number.match(new RegExp(`\\d{1,${size}}`, 'g')) ?? []).join(sign);
      expect(maskText(head + shown + tail)).not.toContain(shown);
    }),
    { seed: 7, numRuns: 300 },
  );
});
