import { describe, expect, it } from 'vitest';
import { plain, play } from './play.ts';

describe('a booking that takes its time', () => {
  it('flow.5, trans.confirm: follows an OnRequest up every ten minutes until it is confirmed', async () => {
    expect(
      await play(['hotel.doBooking:timeline=on-request;confirmed@PT20M'], { room: 'onRequest' }),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, detail ×2', minutes: 20 });
  });

  it('flow.5: is rejected where an OnRequest is', async () => {
    expect(
      await play(['hotel.doBooking:timeline=on-request;rejected@PT15M'], { room: 'onRequest' }),
    ).toMatchObject({
      ...plain,
      outcome: 'rejected',
      calls: 'search, conditions, book, detail ×2',
      held: ['rejected'],
      minutes: 20,
    });
  });

  it('trans.expire, limit.on-request: gives up an OnRequest without a decision after a day', async () => {
    expect(await play(['hotel.doBooking:timeline=on-request'], { room: 'onRequest' })).toMatchObject({
      ...plain,
      outcome: 'expired',
      calls: 'search, conditions, book, detail ×144',
      held: ['expired'],
      minutes: 1440,
    });
  });

  it('poll.pending, event.none: looks at a Pending every ten minutes until it is confirmed', async () => {
    expect(await play(['hotel.doBooking:timeline=pending;confirmed@PT20M'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, detail ×2',
      minutes: 20,
    });
  });

  it('poll.pending, svc.7: asks support by e-mail after thirty minutes of Pending', async () => {
    const { said, ...played } = await play(['hotel.doBooking:timeline=pending']);
    expect(played).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book, detail ×3',
      held: ['pending'],
      minutes: 30,
    });
    expect(said).toMatchObject({
      support: { channel: 'e-mail', hours: 'Monday to Friday, 09:00 to 18:00, GMT-3' },
    });
  });

  it('poll.technical-problem, status.problema-tecnico: looks every five minutes until it is confirmed', async () => {
    expect(await play(['hotel.doBooking:timeline=technical-problem;confirmed@PT12M'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, detail ×3',
      minutes: 15,
    });
  });

  it('poll.technical-problem: fails where a technical problem ends cancelled', async () => {
    expect(await play(['hotel.doBooking:timeline=technical-problem;cancelled@PT12M'])).toMatchObject({
      ...plain,
      outcome: 'failed',
      calls: 'search, conditions, book, detail ×3',
      held: ['cancelled'],
      minutes: 15,
    });
  });

  it('poll.technical-problem: asks support after thirty minutes, and books no second one', async () => {
    expect(await play(['hotel.doBooking:timeline=technical-problem'])).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book, detail ×6',
      held: ['technical-problem'],
      minutes: 30,
    });
  });

  it('poll.pending: follows a Pending up by its own plan that was a technical problem before', async () => {
    expect(
      await play(['hotel.doBooking:timeline=technical-problem;pending@PT12M;confirmed@PT30M']),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, detail ×5', minutes: 35 });
  });

  it('status.em-progresso: looks up at once which status EM PROGRESSO stands for', async () => {
    expect(
      await play(['hotel.doBooking:timeline=in-progress;confirmed@PT1S', 'hotel.doBooking:delay=PT2S']),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, detail ×2', minutes: 10 });
  });

  it('trans.confirm: continues to poll a booking that was confirmed and is Pending again', async () => {
    expect(await play(['getBookingDetail:visibility,goesBackTo=pending'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, detail ×2',
      minutes: 10,
    });
  });

  it('continues to look for a booking that one look-up does not find', async () => {
    expect(
      await play(['hotel.doBooking:timeline=pending;confirmed@PT25M', 'getBookingDetail:visibility,then404']),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, detail ×3', minutes: 30 });
  });

  it('res.booking: waits for the voucher of a booking that shows late', async () => {
    expect(await play(['getBookingDetail:visibility=PT4M'])).toMatchObject({
      ...plain,
      calls: 'search, conditions, book, detail ×2',
      minutes: 5,
    });
  });

  it('svc.7: asks support in the emergency channel for a voucher that cannot be read for thirty minutes', async () => {
    const { said, ...played } = await play(['getBookingDetail:status=500']);
    expect(played).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book, detail ×9',
      minutes: 30,
    });
    expect(said).toMatchObject({ support: { channel: 'emergency' } });
  });

  it('status.solicitacao, svc.7: asks support by e-mail where the account is blocked', async () => {
    const { said, ...played } = await play(['hotel.doBooking:timeline=credit-blocked']);
    expect(played).toMatchObject({
      ...plain,
      outcome: 'ask-support',
      calls: 'search, conditions, book',
      held: ['credit-blocked'],
    });
    expect(said).toMatchObject({
      support: { channel: 'e-mail' },
      why: expect.stringContaining('SOLICITACAO DE RESERVA'),
    });
  });

  it('err.breaker: continues to poll after the breaker was open', async () => {
    expect(
      await play(['hotel.doBooking:timeline=pending;confirmed@PT15M', 'getBookingDetail:status=500,times=3']),
    ).toMatchObject({ ...plain, calls: 'search, conditions, book, detail ×4', minutes: 20 });
  });
});
