import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '#client';
import type { Pax } from '#contracts';
import { createMockSupplier } from '#mock-server';
import { guestsOf, testCriteria } from '../../mock-server/hotel-client.ts';
import { payment as anyPayment, choosing, clientOf } from '../flow/world.ts';
import { stage, start } from '../stage.ts';

const secrets = {
  card: '4111111111111111',
  'security code': '"987"',
  CPF: '529.982.247-25',
  'CPF in digits': '52998224725',
  'e-mail of the payer': 'ana@example.com',
  'e-mail of a guest': 'bruno.souza@mail.example',
  passport: 'FX998877',
  password: 'a-long-password',
  'static token': 'a-long-static-token',
};
const payment = { ...anyPayment, CreditCard: { ...anyPayment.CreditCard, SecurityCode: '987' } };
const guests: Pax[] = guestsOf({ NumAdults: 2, ChildAges: [] }).map(guest => ({
  ...guest,
  Email: secrets['e-mail of a guest'],
  DocumentType: 'Passport',
  DocumentNumber: secrets.passport,
  Cpf: secrets['CPF in digits'],
}));

const credential = { Username: 'agency', Password: secrets.password };

/** Books and pays a prepaid room, reads static data and cancels. Returns the log and all tokens on the wire. */
async function paidBooking() {
  const supplier = createMockSupplier({
    clock: { mode: 'auto', start },
    credentials: [credential],
    staticToken: secrets['static token'],
  });
  const { clock } = supplier.sandboxes.require('default');
  const log: LogEntry[] = [];
  const tokens = new Set<unknown>();
  const client = clientOf({
    credential,
    clock,
    fetch: async (input, init) => {
      const answer = await supplier.fetch(input, init);
      const body = await answer.clone().text();
      for (const [, token] of body.matchAll(/"\w*token":"([^"]+)"/gi)) tokens.add(token);
      return answer;
    },
    staticToken: secrets['static token'],
    managerId: 1,
    logger: entry => log.push(entry),
  });
  await client.airport('GIG').catch(() => undefined);
  const outcome = await client.book(
    {
      product: 'hotel',
      criteria: testCriteria,
      guests,
      payment,
      choose: choosing('prepaid'),
    },
    () => true,
  );
  return { client, outcome, log, tokens };
}

const { outcome, log, tokens, client } = await paidBooking();

describe('the log', () => {
  const text = JSON.stringify(log);

  it('auth.5: of a paid booking has every call', () => {
    expect(outcome).toMatchObject({ outcome: 'confirmed' });
    const entries = log.map(({ event, operation, attempt }) => `${event} ${operation} ${attempt}`);
    const hotel = ['search', 'getBookingConditions', 'doBooking'].map(name => `hotel.${name}`);
    const calls = ['airportDetail', ...hotel, 'payBooking'];
    expect(entries.slice(0, 10)).toEqual(calls.flatMap(id => [`request ${id} 1`, `answer ${id} 1`]));
    expect(log.every(({ at }) => at >= start)).toBe(true);
  });

  it.each(Object.entries(secrets))('auth.5: of a paid booking holds no %s', (_, secret) => {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(encodeURIComponent(secret));
  });

  it('auth.5: of a paid booking holds no Token and no ReToken', () => {
    expect(tokens.size).toBeGreaterThanOrEqual(3);
    for (const token of tokens) expect(text).not.toContain(token);
    expect(log.find(({ operation }) => operation === 'hotel.getBookingConditions')?.body).toMatchObject({
      Token: '***',
    });
  });

  it('auth.5: says that something stood there, and what can be known of it', () => {
    const pay = log.find(({ event, operation }) => event === 'request' && operation === 'payBooking');
    expect(pay?.body).toMatchObject({
      Credential: { Username: 'agency', Password: '***' },
      PaymentRequestCC1: {
        CreditCard: { CardNumber: { last4: '1111' }, SecurityCode: '***' },
        ContractingParty: { CPF: '999.999.999-99', Email: 'aaa@aaaaaaa.aaa' },
      },
    });
    expect(log[0]?.body).toMatchObject({ airportCode: 'GIG', token: '***', managerId: 1 });
  });

  it('does not change requests and answers', async () => {
    const { answer } = await client.call('hotel.search', { Criteria: testCriteria });
    expect(answer.Token).not.toBe('***');
  });

  it('has each attempt, with its number and the reason of its failure', async () => {
    const on = stage(['cut', 'hang', 503, { json: { Errors: [] } }]);
    await on.fails('getBooking');
    expect(on.log.map(({ event, attempt, at, message }) => [event, attempt, at - start, message])).toEqual([
      ['request', 1, 0, undefined],
      ['failure', 1, 0, 'getBooking: no answer, the connection failed (fetch failed)'],
      ['request', 2, 250, undefined],
      ['failure', 2, 15_250, 'getBooking, attempt 2: no answer within 15 s'],
      ['request', 3, 15_750, undefined],
      ['failure', 3, 15_750, 'getBooking, attempt 3: HTTP 503'],
      ['request', 4, 16_750, undefined],
      ['answer', 4, 16_750, undefined],
    ]);
  });

  it('changes nothing when the logger throws', async () => {
    const logger = () => {
      throw new Error('the disk is full');
    };
    const on = stage([{ json: { Errors: [] } }], { logger });
    expect(await on.fails('getBooking')).toBeUndefined();
    const failing = stage([404], { logger });
    expect(await failing.fails('getBooking')).toMatchObject({ status: 404 });
  });

  it('records an abort without an error', async () => {
    const on = stage(['hang']);
    await on.fails('getBooking', on.abortAfter(5, 'ana@example.com left'));
    expect(on.log.at(-1)?.message).toBe('aaa@aaaaaaa.aaa left');
  });
});

describe('the message of an error', () => {
  it('auth.5: masks what the supplier quotes, in the log too', async () => {
    const Message = `no card ${secrets.card} of ${secrets['e-mail of the payer']}, CPF ${secrets.CPF}`;
    const Errors = [{ Code: 'InvalidRequest', Message }];
    const on = stage([{ status: 400, body: JSON.stringify({ Errors }) }]);
    const error = await on.fails('payBooking');
    const masked = 'no card 9999999999999999 of aaa@aaaaaaa.aaa, CPF 999.999.999-99';
    const message = `payBooking: HTTP 400, InvalidRequest: ${masked}`;
    expect(error).toMatchObject({ message, errors: [{ Code: 'InvalidRequest', Message: masked }] });
    expect(on.log.at(-1)?.message).toBe(message);
  });

  it('auth.5: does not quote the address, which holds the static token', async () => {
    const on = stage([], {
      fetch: async input => {
        throw new TypeError(`Failed to parse URL from ${input}`);
      },
    });
    const error = await on.fails('airportDetail');
    expect(String(error)).toBe(
      'NetworkError: airportDetail, attempt 5: no answer, the connection failed (Failed to parse URL from its address)',
    );
    expect(JSON.stringify(on.log)).not.toContain('demo-static-token');
  });

  it('auth.5: hands on no cause that quotes the address, and any other one', async () => {
    const failing = (wrap: (inner: Error) => Error, words: (address: string) => string) =>
      stage([], { fetch: input => Promise.reject(wrap(new TypeError(words(String(input))))) });
    const nested = (inner: Error) => new TypeError('fetch failed', { cause: inner });
    for (const wrap of [(inner: Error) => inner, nested]) {
      const failure = await failing(wrap, address => `no route to ${address}`).fails('airportDetail');
      expect(inspect(failure, { depth: 9 })).not.toContain('demo-static-token');
      const kept = await failing(wrap, () => 'no route').fails('airportDetail');
      expect((kept as Error).cause).toBeInstanceOf(TypeError);
    }
  });

  it('says why a fetch failed when only its cause does', async () => {
    const on = stage([], {
      fetch: async () => {
        throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:1') });
      },
    });
    expect(String(await on.fails('payBooking'))).toBe(
      'NetworkError: payBooking: no answer, the connection failed (fetch failed: connect ECONNREFUSED 127.0.0.1:1)',
    );
    const odd = stage([], { fetch: () => Promise.reject('no network') });
    expect(String(await odd.fails('payBooking'))).toContain('(no network)');
  });
});
