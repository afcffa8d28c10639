import { describe, expect, it } from 'vitest';
import { createLeakSearch, createMask, type Secret, secretsOf } from '#scenarios/run/secrets';

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

  it.each(['ana\\u0040example.com', 'ANA@EXAMPLE.COM', 'ana%40example.com'])(
    'finds an e-mail in %s',
    text => {
      expect(leaksIn(text)).toEqual(['e-mail']);
    },
  );

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const hex = (text: string) => Buffer.from(text).toString('hex');

  it.each([
    ['base64', base64(card)],
    ['base64 of a longer text', base64(`{"Holder":"ANA","CardNumber":"${card}"}`)],
    ['base64 for URLs', base64(`??>>${card}`).replaceAll('+', '-').replaceAll('/', '_')],
    ['URL encoding of every character', `%${hex(card).match(/../g)?.join('%')}`],
    ['two lines', `${card.slice(0, 9)}\n    ${card.slice(9)}`],
    ['a list', JSON.stringify(card.match(/..../g))],
    ['its first twelve digits', `${card.slice(0, 12)}****`],
    ['its first twelve digits in groups', '4111-1111-1111-XXXX'],
  ])('finds a card number as %s, also where pieces end in it', (_, text) => {
    expect([leaksIn(`card: ${text} end`), leaksIn(text, 3)]).toEqual([['card-number'], ['card-number']]);
  });

  it.each([
    ['the last four digits', 'card ending 1111'],
    ['the first six and last four digits', '411111******1111'],
    ['a digest that contains short digits', hex(`${'b'.repeat(20)}41111111`)],
    ['other numbers', '4111 and 1111 of 1111 with 1111'],
    ['an amount and a time', '4111.11 at 11:11:11 1111'],
  ])('finds no card number in %s', (_, text) => {
    expect(leaksIn(text)).toEqual([]);
  });

  it('finds a Token that the supplier has issued', () => {
    const search = createLeakSearch([], 'stdout');
    search.read('log "S0123456789abcdef0123456789abcdef" end');
    expect(search.found(new Set(['S0123456789abcdef0123456789abcdef']))).toMatchObject([{ what: 'token' }]);
    expect(search.found(new Set(['S1123456789abcdef0123456789abcdef']))).toEqual([]);
  });

  it.each(['\\', ' ', '%25', '4', '&#', 'MDMw', 'cvv '])('reads a megabyte of "%s" in a short time', unit => {
    const search = createLeakSearch(secrets, 'stdout');
    for (let chunk = 0; chunk < 16; chunk += 1) search.read(unit.repeat(65_536 / unit.length));
    expect(search.found(new Set())).toEqual([]);
  });

  it('finds a password where a header of Basic carries it', () => {
    const credentials = [{ Username: 'agency', Password: 'correct-horse' }];
    const identity = { credentials, staticToken: 'static-1', mcpToken: 'tool-1' };
    const own = secretsOf({ steps: [] }, identity as unknown as Parameters<typeof secretsOf>[1]); // it reads no further part of it
    const basic = (pair: string) => `> Authorization: Basic ${btoa(pair)}`;
    expect(leaksIn(basic('agency:correct-horse'), 40, own)).toEqual(['password']);
    expect(leaksIn(basic('agency:something-else'), 40, own)).toEqual([]);
  });
});

describe('the output of a client in a report', () => {
  it.each([
    [
      'a password',
      'my "p-1" word',
      'log {\\"a\\":\\"MY \\\\"p-1\\\\" word\\"} my%20%22p-1%22%20word',
      'log {\\"a\\":\\"***\\"} ***',
    ],
    ['a CPF', '529.982.247-25', 'cpf 52998224725 or 529 982 247 25', 'cpf *** or ***'],
  ])('auth.5: shows %s in no form that the judge finds', (_, value, text, expected) => {
    expect(createMask([{ what: 'password', value }])(text)).toBe(expected);
  });

  it.each([
    ['base64', Buffer.from('4111111111111111').toString('base64')],
    ['two lines', '41111111\n  11111111'],
    ['the first twelve digits', '4111 1111 1111'],
  ])('auth.5: shows no card as %s', (_, text) => {
    const mask = createMask([{ what: 'card-number', value: '4111111111111111' }]);
    expect(mask(`card ${text} end`)).toBe('card *** end');
  });

  it('auth.5: shows no security code after its name, and any other number', () => {
    const mask = createMask([{ what: 'security-code', value: '123' }]);
    expect(mask('{"SecurityCode": "123"}, exchange 123')).toBe('{"SecurityCode": "***"}, exchange 123');
  });
});
