import { describe, expect, it } from 'vitest';
import { HttpError, isCallError, UnreadableAnswerError } from '#client';
import { mayHaveTakenEffect } from '#client/errors';
import { type Reply, stage } from './stage.ts';

/** What came of one GetBooking that is answered so, in a message. */
async function errorOf(reply: Reply): Promise<string | undefined> {
  const error = await stage([reply]).fails('payBooking');
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return undefined;
}

const empty = '{"Errors":[]}';

describe('an answer', () => {
  const page = '200 with an HTML page instead of JSON';
  const half = '200 with a body of 10 characters that is invalid or truncated JSON';
  it.each<[string, Reply, string]>([
    ['HTML', { text: '<!DOCTYPE html><html></html>', type: 'text/html' }, page],
    ['HTML without a doctype', { text: '\n <HTML>', type: 'application/json' }, page],
    ['XML', { text: '<?xml version="1.0"?><Fault/>', type: 'text/xml' }, '200 with XML instead of JSON'],
    ['nothing', { text: '' }, '200 with an empty body'],
    ['nothing, with status 204', 204, '204 with an empty body'],
    ['blanks', { text: ' \r\n' }, '200 with an empty body'],
    ['a byte-order mark alone', { text: '\uFEFF' }, '200 with an empty body'],
    ['half of it', { text: '{"Errors":' }, half],
  ])('svc.5: that is %s is named as such', async (_, reply, what) => {
    expect(await errorOf(reply)).toBe(`UnreadableAnswerError: payBooking: HTTP ${what}`);
  });

  it.each<[string, Reply]>([
    ['labelled as HTML', { text: empty, type: 'text/html' }],
    ['without a label', { status: 200, body: empty }],
    ['with a byte-order mark', { text: `\uFEFF${empty}` }],
    ['of status 201', { status: 201, body: empty }],
  ])('svc.5: of good JSON %s is read', async (_, reply) => {
    const { client } = stage([reply]);
    const { answer } = await client.call('getBooking', { BookingId: '1' });
    expect(answer).toEqual({ Errors: [] });
  });

  it('of another shape is an error with its status', async () => {
    expect(await errorOf({ status: 201, body: '{}' })).toContain(
      'HTTP 201 with JSON that does not match the contract',
    );
  });

  it('svc.5: is read where fetch leaves its byte-order mark', async () => {
    const { fails } = stage([], {
      fetch: async () => Object.assign(Response.json({}), { text: async () => `\uFEFF${empty}` }),
    });
    expect(await fails('getBooking')).toBeUndefined();
  });

  it('has the instant of its arrival', async () => {
    const on = stage([
      async () => {
        await on.clock.sleep(1_234);
        return { text: empty };
      },
    ]);
    const { at } = await on.client.call('getBooking', { BookingId: '1' });
    expect(on.now()).toBe(1_234);
    expect(at).toBe(on.clock.now());
  });

  it('quotes no part of a body that is not JSON, not even in its cause', async () => {
    const error = await stage([{ text: '{"CardNumber": 4111111111111111x' }]).fails('payBooking');
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect((error as Error).cause).toBeUndefined();
  });
});

describe('an error status', () => {
  const entry = { Code: 'InvalidRequest', Message: 'expected a date', Field: 'Criteria.CheckinDate' };

  it('err.400: brings its Errors[], and says them', async () => {
    const twice = JSON.stringify({ Errors: [entry, entry] });
    const error = await stage([{ status: 400, body: twice }]).fails('payBooking');
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ operation: 'payBooking', status: 400, errors: [entry, entry] });
    expect(String(error)).toBe(
      'HttpError: payBooking: HTTP 400, InvalidRequest: expected a date; InvalidRequest: expected a date',
    );
  });

  it.each([
    ['{"Errors":[{"Message":"no such card"}]}', ', no such card'],
    ['{"Errors":[{"Code":"NotFound"}]}', ', NotFound'],
    ['{"Errors":[{}]}', ''],
    ['{"Errors":["text"]}', ''],
    ['{"Errors":"text"}', ''],
    ['{"Errors":null}', ''],
    ['[]', ''],
    ['null', ''],
    ['<html>', ''],
    ['', ''],
  ])('err.404: with %s makes no nonsense', async (body, what) => {
    expect(await errorOf({ status: 404, body })).toBe(`HttpError: payBooking: HTTP 404${what}`);
  });

  const body = JSON.stringify({ Errors: [entry] });
  it.each<[string, Reply, boolean]>([
    ['301', 301, true],
    ['304', 304, true],
    ['400 without Errors[], which comes from a proxy or gateway', 400, true],
    ['400 that names what is wrong', { status: 400, body }, false],
    ['401', 401, false],
    ['404', 404, false],
    ['408', 408, true],
    ['409 whatever it names', { status: 409, body }, true],
    ['429', 429, false],
    ['500', 500, true],
    ['504', 504, true],
    ['a cut', 'cut', true],
    ['a hang', 'hang', true],
    ['HTML', { text: '<html>' }, true],
    ['another answer', { json: { Errors: [] } }, true],
  ])('flow.3: after %s it is known whether the call may have taken effect', async (_, reply, may) => {
    const error = await stage([reply]).fails('hotel.doBooking');
    expect([isCallError(error), mayHaveTakenEffect(error)]).toEqual([true, may]);
  });

  it('flow.3: what opened a breaker may have taken effect, what met an open one has not', async () => {
    const { fails } = stage([500]);
    const errors = [];
    for (let call = 1; call <= 4; call += 1) errors.push(await fails('hotel.doBooking'));
    expect(errors.map(mayHaveTakenEffect)).toEqual([true, true, true, false]);
    expect(errors.every(isCallError)).toBe(true);
  });

  it('is not reported as a call error when the program has a defect', async () => {
    const { client, seen } = stage([500]);
    const error = await client.call('getBooking', { BookingId: 1n } as never).catch(caught => caught);
    expect(error).toBeInstanceOf(TypeError);
    expect([isCallError(error), mayHaveTakenEffect(error), seen.length]).toEqual([false, false, 0]);
  });
});
