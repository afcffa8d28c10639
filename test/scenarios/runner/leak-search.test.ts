import { describe, expect, it } from 'vitest';
import { createLeakSearch } from '#scenarios/runner/leak-search';
import { type Secret, secretsOf } from '#scenarios/runner/secrets';

const card = '4111111111111111';
const secrets: readonly Secret[] = [
  { what: 'security-code', value: '123' },
  { what: 'card-number', value: card },
  { what: 'e-mail', value: 'ana@example.com' },
];

/** Returns the findings in a text, given as a whole or in pieces of some length. */
function leaksIn(text: string, length = text.length, searched = secrets) {
  const search = createLeakSearch(searched, 'stdout');
  for (let at = 0; at < text.length; at += length) search.read(text.slice(at, at + length));
  return search.found(new Set()).map(({ what }) => what);
}

const inJson = (text: string, times: number): string =>
  times === 0 ? text : inJson(JSON.stringify({ message: text }), times - 1);

describe('the search for secrets in what a client writes (auth.5)', () => {
  it.each([
    '{"SecurityCode": "123"}',
    '{"securityCode" : 123}',
    inJson('{"SecurityCode": "123"}', 1),
    inJson('{"SecurityCode":"123"}', 3),
    "{'SecurityCode': '123'}",
    "PaymentRequest(SecurityCode='123', holder='A')",
    '<SecurityCode>123</SecurityCode>',
    '<ns:security_code> 123 </ns:security_code>',
    'SecurityCode => 123',
    '"security-code" -> "123"',
    'CVV is 123',
    'cvv_code=123',
    'cvc: 123, next',
  ])('finds a security code in %s, also where pieces end in it', text => {
    expect([leaksIn(text), leaksIn(text, 3)]).toEqual([['security-code'], ['security-code']]);
  });

  it.each([
    'SecurityCode: ***, 123 ms',
    '{"SecurityCode":"***","NumberPayments":123}',
    'SecurityCode 1234',
    'cvv was left out; booking 123',
    'Exchange 123 was answered',
    '{"SecurityCode":"9123"}',
  ])('finds no security code in %s', text => {
    expect(leaksIn(text)).toEqual([]);
  });

  it.each(['4111_1111_1111_1111', '4111 1111-1111.1111', inJson(`{"n":"${card}"}`, 2)])(
    'finds a card number in %s',
    text => {
      expect(leaksIn(text)).toEqual(['card-number']);
    },
  );

  it.each(['ana\\u0040example.com', 'ana\\\\u0040example.com', 'ANA@EXAMPLE.COM', 'ana%40example.com'])(
    'finds an e-mail in %s',
    text => {
      expect(leaksIn(text)).toEqual(['e-mail']);
    },
  );

  it('finds a password where a header of Basic carries it', () => {
    const identity = {
      credentials: [{ Username: 'agency', Password: 'correct-horse' }],
      staticToken: 'static-1',
      mcpToken: 'tool-1',
    };
    const own = secretsOf({ steps: [] }, identity as unknown as Parameters<typeof secretsOf>[1]); // it reads no further part of it
    const basic = (pair: string) => `> Authorization: Basic ${btoa(pair)}`;
    expect(leaksIn(basic('agency:correct-horse'), 40, own)).toEqual(['password']);
    expect(leaksIn(basic('agency:something-else'), 40, own)).toEqual([]);
  });
});
