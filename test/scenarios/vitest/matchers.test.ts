import { describe, expect } from 'vitest';
import { understudyTest } from '#scenarios/vitest';
import { hotelRequest } from '../../client/flow/world.ts';

const test = understudyTest();
const yes = () => true;
/** Books with a client that repeats DoBooking after a lost answer, without a look-up. */
const blindly = async (fetch: typeof globalThis.fetch, token: string): Promise<Response> => {
  const body = JSON.stringify({
    Credential: { Username: 'demo', Password: 'demo' },
    Token: token,
    BookingId: '0',
  });
  return fetch('/API/REST/Hotel.svc/DoBooking', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
};

describe('toKeepRule', () => {
  test('holds a client to a rule that it has exercised', async ({ client, sandbox, arm }) => {
    arm('hotel.doBooking:cut,commit=before,times=1');
    await client().book(hotelRequest, yes);
    expect(sandbox).toKeepRule('no-blind-rebooking');
    expect(sandbox.journal.read().map(({ facts }) => facts)).toKeepRule('no-blind-rebooking');
    expect(() => expect(sandbox).not.toKeepRule('no-blind-rebooking')).toThrow(
      'expected the client to break the rule no-blind-rebooking',
    );
  });

  test('says which call broke it, and what would have been right', async ({ fetch, sandbox }) => {
    await blindly(fetch, 'C1');
    expect(sandbox).not.toKeepRule('idempotency-key-present');
    expect(() => expect(sandbox).toKeepRule('idempotency-key-present')).toThrow(
      /^expected the client to keep the rule idempotency-key-present, but the rule is broken\n.*#1 .*hotel\.doBooking {2}400.*A correct client /s,
    );
  });

  test('does not match a rule that no call has exercised', ({ sandbox }) => {
    expect(() => expect(sandbox).toKeepRule('poll-interval')).toThrow(
      'the rule is not observed: no booking was polled',
    );
  });

  test('takes rules and sandboxes alone', ({ sandbox }) => {
    // @ts-expect-error the compiler knows the rules
    expect(() => expect(sandbox).toKeepRule('poll-intervall')).toThrow(
      'there is no rule "poll-intervall"; did you mean "poll-interval"? the rules are ',
    );
    expect(() => expect('text').toKeepRule('poll-interval')).toThrow(
      'expected a sandbox or the facts of calls',
    );
  });
});

describe('toKeepAllRules', () => {
  test('holds a client to all of them', async ({ client, sandbox }) => {
    await client().book(hotelRequest, yes);
    expect(sandbox).toKeepAllRules();
  });

  test('is no match where nothing was sent, nor its opposite', ({ sandbox }) => {
    expect(() => expect(sandbox).toKeepAllRules()).toThrow('the sandbox received no calls');
    expect(() => expect(sandbox).not.toKeepAllRules()).toThrow('the sandbox received no calls');
  });

  test.each([[[1]], [[{}]], [[null]]])('takes no %j for calls', received => {
    expect(() => expect(received).toKeepAllRules()).toThrow(
      'toKeepAllRules: expected a sandbox or the facts of calls, but [0] is not the facts of a call',
    );
  });

  test('names those that were broken', async ({ fetch, sandbox }) => {
    await blindly(fetch, 'C1');
    expect(() => expect(sandbox).toKeepAllRules()).toThrow(
      /^expected the client to keep all rules, but the client did not keep: .*idempotency-key-present.*\n/,
    );
  });
});
