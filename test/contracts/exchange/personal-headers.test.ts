import { describe, expect, it } from 'vitest';
import { headerKind, personalHeaders } from '#contracts/exchange';

const email = { name: 'x-note', shape: 'aaa@aaaaaaa.aaa' };
const card = { name: 'x-note', shape: '9999999999999999', last4: '1111' };
const found = (value: string) => personalHeaders('x-note', value);
const unpadded = btoa('??>ana@example.com').replace(/=+$/, '');

describe('personal data in a request header (auth.5)', () => {
  it.each([
    ['an e-mail', 'book:ana@example.com', email],
    ['an e-mail in URL encoding', 'ana%40example.com', email],
    ['an e-mail in base64', btoa('{"mail":"ana@example.com"}'), email],
    ['an e-mail in base64 of URLs without padding', `v1.${unpadded}.x`, email],
    ['a card number', 'card-4111111111111111', card],
    ['a card number with separators', '4111 1111 1111 1111', { ...card, shape: '9999 9999 9999 9999' }],
    ['a card number in base64', btoa('4111111111111111'), card],
    ['a CPF', '111.444.777-35', { name: 'x-note', shape: '999.999.999-99' }],
    ['a CPF without separators', '11144477735', { name: 'x-note', shape: '99999999999' }],
  ])('finds %s, and keeps its form', (_, value, header) => {
    expect(found(value)).toEqual([header]);
  });

  it.each([
    '0b8f0d6e-6a4e-4c7e-9d1f-0a1b2c3d4e5f',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '1796000000000',
    'Ana Silva',
    'XA-123456',
    '%E0%A4%A',
    'abcdefghi',
    '',
  ])('finds nothing in %j', value => {
    expect(found(value)).toEqual([]);
  });

  it.each(['x-forwarded-for', 'x-datadog-trace-id', 'x-real-ip'])(
    'passes by %s of a proxy or tracer',
    name => {
      expect(personalHeaders(name, '11144477735, 4111111111111111')).toEqual([]);
    },
  );

  it('finds an e-mail beside letters with accents in base64', () => {
    const bytes = Buffer.from('{"name":"Àna Não",\n"mail":"ana@example.com"}');
    expect(found(bytes.toString('base64'))).toEqual([email]);
  });

  it('finds nothing in the base64 of other bytes than text', () => {
    const bytes = Buffer.from([0, 1, ...Buffer.from('ana@example.com'), 7]);
    expect(found(bytes.toString('base64'))).toEqual([]);
  });

  it('keeps no personal data of a name', () => {
    expect(personalHeaders('x-4111111111111111', 'ana@example.com')[0]?.name).toBe('x-9999999999999999');
  });

  it('takes linear time in the size of the value', () => {
    for (const part of ['a', '4', '4 ', 'a@', 'a.', '%41', 'YWFh'])
      expect(found(part.repeat(300_000)).length).toBeLessThan(4);
  });

  it.each([
    'host',
    'connection',
    'content-length',
    'accept-language',
    'sec-fetch-mode',
    'te',
    'from',
    'traceparent',
    'if-none-match',
    'cache-control',
  ])('does not read %s, which every HTTP client or proxy can send', name => {
    expect(headerKind(name)).toBe('standard');
  });
});
