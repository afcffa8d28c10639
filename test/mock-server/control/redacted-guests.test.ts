import { describe, expect, it } from 'vitest';
import { createHotelClient, createTestSupplier, type Fetch } from '../hotel-client.ts';
import { createControlClient } from './control-client.ts';

const card = '4539578763621486';
const email = 'carla.lima@example.com';
const cpf = '529982247-25';

/** Books the default room for two guests, and returns the id of the booking. */
async function bookFor(fetch: Fetch, guests: readonly object[]): Promise<string> {
  const client = createHotelClient(fetch);
  const conditions = await client.conditions();
  const Paxs = guests.map(guest => ({ Age: 34, ...guest }));
  const Rooms = conditions.choice.rooms.map(({ Id: RoomId }) => ({ RoomId, Paxs }));
  return (await client.book(conditions, { Rooms })).BookingId;
}

describe('personal data of a guest', () => {
  it('auth.5: is masked in the bookings of the control API, where ordinary names stay', async () => {
    const supplier = createTestSupplier();
    const control = createControlClient(supplier.fetch);
    await bookFor(supplier.fetch, [
      { Name: `Ana ${card}`, Surname: email },
      { Name: 'Zoë', Surname: `Souza ${cpf}` },
    ]);
    const { body } = await control.ask('listBookings');
    expect(body[0]?.services[0]?.guests).toMatchObject([
      { name: 'Ana 9999999999999999', surname: 'aaaaa.aaaa@aaaaaaa.aaa' },
      { name: 'Zoë', surname: 'Souza 999999999-99' },
    ]);
  });

  it('auth.5: is masked in an export, which can be imported', async () => {
    const supplier = createTestSupplier();
    const control = createControlClient(supplier.fetch);
    const guest = {
      Email: email,
      DocumentType: 'Passport',
      DocumentNumber: 'AB99887766',
      Cpf: '52998224725',
    };
    const bookingId = await bookFor(supplier.fetch, [
      { Name: 'Ana', Surname: 'Souza', ...guest },
      { Name: 'Bia', Surname: 'Lima' },
    ]);
    const text = await (await control.send('exportSandbox')).text();
    for (const value of [email, 'AB99887766', '52998224725']) expect(text).not.toContain(value);
    const { status } = await control.send('importSandbox', { query: '?id=copy', body: JSON.parse(text) });
    expect(status).toBe(201);
    const copy = supplier.sandboxes.require('copy').store.booking(bookingId);
    expect(copy?.services[0]?.paxs).toMatchObject([
      { Name: 'Ana', Surname: 'Souza', Email: 'aaaaa.aaaa@aaaaaaa.aaa', DocumentNumber: 'aa99999999' },
      { Name: 'Bia', Surname: 'Lima' },
    ]);
  });
});

describe('a fault for one booking', () => {
  const match = (ExternalReference: string) => ({
    operations: ['hotel.doBooking'],
    body: { ExternalReference },
  });
  const effect = { kind: 'cut' } as const;

  it('auth.5: shows no card number or e-mail in an export, which can be imported and reset', async () => {
    const shorthand = `hotel.doBooking:cut,nth=3,body.ExternalReference=${email}`;
    const supplier = createTestSupplier({
      faults: [{ match: { ...match(card), nth: 2 }, effect }, shorthand, 'hotel.search:cut'],
    });
    const control = createControlClient(supplier.fetch);
    const body = { match: match(`trip of ${email}`), effect };
    expect((await control.send('armFaults', { body })).status).toBe(201);
    const text = await (await control.send('exportSandbox')).text();
    for (const value of [card, email]) expect(text).not.toContain(value);
    const file = JSON.parse(text);
    expect(file.start.faults[2]).toBe('hotel.search:cut');
    expect(file.faults[3].fault.match.body).toEqual({ ExternalReference: 'trip of aaaaa.aaaa@aaaaaaa.aaa' });
    expect((await control.send('importSandbox', { query: '?id=copy', body: file })).status).toBe(201);
    const faults = supplier.sandboxes.require('copy').faults.list();
    expect(faults).toEqual(supplier.sandboxes.require('default').faults.list());
    expect(supplier.sandboxes.reset('copy').faults.size).toBe(3);
  });

  it('auth.5: stays apart from a fault for another card, so that an export with both can be imported', async () => {
    const faults = [card, '5105105105105100'].map((number, index) => ({
      match: match(number),
      effect: { kind: 'status' as const, status: index === 0 ? (500 as const) : (503 as const) },
    }));
    const supplier = createTestSupplier({ faults });
    const control = createControlClient(supplier.fetch);
    const file = await (await control.send('exportSandbox')).json();
    expect((await control.send('importSandbox', { query: '?id=copy', body: file })).status).toBe(201);
    const shown = supplier.sandboxes.require('copy').faults.list();
    expect(shown.map(fault => fault.match?.body?.ExternalReference)).toEqual([
      '9999999999999999',
      '9999999999999999 (2)',
    ]);
  });
});
