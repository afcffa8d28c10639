import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';

describe('the outcome of a booking', () => {
  it('svc.1, svc.2, flow.1, field.token: goes from Search over conditions and DoBooking to the voucher', async () => {
    expect(await play([])).toMatchObject(plain);
  });

  it('flow.2, field.total-selling-price: shows a price that went up, and books it', async () => {
    expect(await play(['hotel.getBookingConditions:price=10'])).toMatchObject({ ...plain, asked: ['price'] });
  });

  it('flow.2: shows a price that went down, and books it', async () => {
    expect(await play(['hotel.getBookingConditions:price=-10'])).toMatchObject({
      ...plain,
      asked: ['price'],
    });
  });

  it('flow.2: shows the same room in another currency as another price', async () => {
    expect(await play(['hotel.getBookingConditions:price,currency=USD'])).toMatchObject({
      ...plain,
      asked: ['price'],
    });
  });

  it('flow.2, field.pricing-info: books nothing that the user declined', async () => {
    expect(await play(['hotel.getBookingConditions:price=10'], { declines: true })).toMatchObject({
      ...plain,
      outcome: 'declined-by-user',
      calls: 'search, conditions',
      held: [],
      asked: ['price'],
    });
  });

  it.each(['terms=50', 'terms,nonRefundable'])(
    'field.pricing-info: shows taxes and policies that changed at the same price: %s',
    async change => {
      const faults = [`hotel.getBookingConditions:${change}`];
      expect(await play(faults)).toMatchObject({ ...plain, asked: ['conditions'] });
      const declined = await play(faults, { declines: true });
      expect(declined).toMatchObject({ outcome: 'declined-by-user', held: [], asked: ['conditions'] });
    },
  );

  it('finds nothing where the room is sold out at the conditions', async () => {
    expect(await play(['hotel.getBookingConditions:sold-out'])).toMatchObject({
      ...plain,
      outcome: 'unavailable',
      calls: 'search, conditions',
      held: [],
      asked: [],
    });
  });

  it('flow.4, err.200: does not ask the user about conditions that have only errors', async () => {
    expect(await play(['hotel.getBookingConditions:business,errors=SupplierTimeout'])).toMatchObject({
      ...plain,
      outcome: 'unavailable',
      calls: 'search, conditions',
      held: [],
      asked: [],
    });
  });

  it('status.rejeitado: is rejected where the room is sold out at DoBooking', async () => {
    expect(await play(['hotel.doBooking:sold-out=booking'])).toMatchObject({
      ...plain,
      outcome: 'rejected',
      calls: 'search, conditions, book',
      held: ['rejected'],
    });
  });

  it.each(['NoAvailability', 'RateChanged', 'SupplierTimeout', 'InvalidCharacters'])(
    'status.rejeitado, poll.rejected: follows nothing up that was rejected for %s, and says why',
    async code => {
      const { said, ...played } = await play([`hotel.doBooking:business=Rejected,errors=${code}`]);
      expect(played).toMatchObject({
        ...plain,
        outcome: 'rejected',
        calls: 'search, conditions, book',
        held: ['rejected'],
      });
      expect(said).toMatchObject({ reasons: [{ Code: code }] });
    },
  );

  it('flow.4, err.200, status.values: fails where HTTP 200 says FAILED', async () => {
    expect(await play(['hotel.doBooking:business=FAILED'])).toMatchObject({
      ...plain,
      outcome: 'failed',
      calls: 'search, conditions, book',
      held: ['failed'],
    });
  });

  it('flow.4, err.200: looks the booking up where HTTP 200 holds errors and a good status', async () => {
    expect(await play(['hotel.doBooking:business,errors=SupplierTimeout'])).toMatchObject({
      ...plain,
      outcome: 'failed',
      held: ['failed'],
    });
  });

  it('svc.6: books where one supplier of the Search is down', async () => {
    expect(await play(['hotel.search:business,errors=SupplierUnavailable'])).toMatchObject(plain);
  });
});
