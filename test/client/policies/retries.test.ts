import { describe, expect, it } from 'vitest';
import { HttpError, NetworkError, TimeoutError, UnreadableAnswerError } from '#client';
import { limits, type OperationId, operationIds } from '#contracts';
import { type Reply, stage } from '../stage.ts';

const mayBeRepeated = (id: OperationId): boolean =>
  /\.search$|^airportDetail$|^autocomplete$|^hotelDetail$|^getBooking(?:Detail|List)?$/.test(id);

const schedule = [250, 500, 1_000, 2_000];

describe('a repetition', () => {
  it.each(operationIds)('err.retry: of %s happens only where it does no harm', async id => {
    const maxAttempts = mayBeRepeated(id) ? limits.attempts.value : 1;
    const html: Reply = { text: '<html>', type: 'text/html' };
    for (const [reply, kind] of [
      ['cut', NetworkError],
      ['hang', TimeoutError],
      [html, UnreadableAnswerError],
    ] as const) {
      const { fails, seen } = stage([reply]);
      expect(await fails(id)).toBeInstanceOf(kind);
      expect([reply, seen.length]).toEqual([reply, maxAttempts]);
    }
    const failing = stage([503]);
    await failing.fails(id);
    expect(failing.seen.length).toBe(mayBeRepeated(id) ? 3 : 1);
  });

  it.each(operationIds)(
    'err.retry: of %s follows every 429, which refuses a call before any effect',
    async id => {
      const { fails, gaps } = stage([429]);
      expect(await fails(id)).toMatchObject({ name: 'HttpError', status: 429 });
      expect(gaps()).toEqual(schedule);
    },
  );

  it.each([400, 401, 403, 404, 405, 410, 413])('does not follow a %i', async status => {
    for (const id of operationIds) {
      const { fails, seen } = stage([status]);
      expect(await fails(id)).toMatchObject({ name: 'HttpError', status });
      expect(seen.length).toBe(1);
    }
  });

  it('flow.3: carries the same body and the same Idempotency-Key', async () => {
    const { client, seen } = stage([429, 429, 400]);
    const idempotencyKey = '8e0a4b1e-2b0c-4d0a-9d7a-0d8b7a3f7c11';
    await expect(client.call('hotel.doBooking', {} as never, { idempotencyKey })).rejects.toThrow(HttpError);
    expect(seen.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
      idempotencyKey,
      idempotencyKey,
      idempotencyKey,
    ]);
    expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
  });
});
