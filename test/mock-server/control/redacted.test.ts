import { describe, expect, it } from 'vitest';
import { startSupplier } from '../hotel-client.ts';
import type { createControlClient } from './control-client.ts';

const [card, email] = ['4539578763621486', 'carla.lima@example.com'];
const [document, cpf] = ['AB99887766', '52998224725'];
const masked = ['9999999999999999', 'aaaaa.aaaa@aaaaaaa.aaa'];
const hidden = new RegExp([card, email, document, cpf].join('|'));
const headers = { 'idempotency-key': '4d0ff7a1-1111-4111-8111-111111111111' };

async function exported({ send, ask }: ReturnType<typeof createControlClient>): Promise<string> {
  const text = await (await send('exportSandbox')).text();
  await ask('importSandbox', { query: '?id=copy', body: text });
  return text;
}

describe('personal data in the control API', () => {
  it('auth.5: is masked in bookings and in an export, which can be imported, and ordinary names stay', async () => {
    const { supplier, client, control } = startSupplier({ options: { idempotency: 'honoured' } });
    const conditions = await client.conditions();
    const personal = { Email: email, DocumentType: 'Passport', DocumentNumber: document, Cpf: cpf };
    const Paxs = [
      { Name: `Ana ${card}`, Surname: email, Age: 34, ...personal },
      { Name: 'Zoë', Surname: 'Souza 529982247-25', Age: 34 },
    ];
    const Rooms = conditions.choice.rooms.map(({ Id: RoomId }) => ({ RoomId, Paxs }));
    const ExternalReference = `${card} of ${email}`;
    const { BookingId: bookingId } = await client.book(conditions, { Rooms, ExternalReference }, { headers });
    const { body } = await control.ask('listBookings');
    expect(body[0]?.services[0]?.guests).toMatchObject([
      { name: `Ana ${masked[0]}`, surname: masked[1] },
      { name: 'Zoë', surname: 'Souza 999999999-99' },
    ]);
    const detail = await (await control.send('getBooking', { bookingId })).text();
    for (const text of [JSON.stringify(body), detail, await exported(control)]) {
      expect(text).toContain(masked.join(' of '));
      expect(text).not.toMatch(hidden);
    }
    const copy = supplier.sandboxes.require('copy').store.booking(bookingId);
    expect(copy?.services[0]?.paxs).toMatchObject([{ DocumentNumber: 'aa99999999' }, { Name: 'Zoë' }]);
    const { Booking } = await client.detail(bookingId);
    expect(Booking?.Services[0]?.ExternalReference).toBe(ExternalReference);
  });

  it('auth.5: is masked in the faults of an export, where two faults for two cards stay apart', async () => {
    const faults = [card, '5105105105105100'].map((ExternalReference, index) => ({
      match: { operations: ['hotel.doBooking'], body: { ExternalReference } },
      effect: { kind: 'status' as const, status: index === 0 ? (500 as const) : (503 as const) },
    }));
    const { supplier, control } = startSupplier({ faults });
    expect(await exported(control)).not.toMatch(hidden);
    const shown = supplier.sandboxes.require('copy').faults.list();
    expect(shown.map(({ match }) => match?.body?.ExternalReference)).toEqual([masked[0], `${masked[0]} (2)`]);
    expect(supplier.sandboxes.reset('copy').faults.size).toBe(2);
  });
});
