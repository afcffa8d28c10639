import { describe, expect, it } from 'vitest';
import { createMask } from '#scenarios/runner/mask-output';

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
    ['base64', Buffer.from('{"CardNumber":"4111111111111111"}').toString('base64')],
    ['hex', Buffer.from('4111111111111111').toString('hex')],
    ['hex with signs', Buffer.from('4111111111111111').toString('hex').replace(/(..)/g, '$1:')],
    ['two lines', '41111111\n  11111111'],
    ['the first twelve digits', '4111 1111 1111'],
  ])('auth.5: shows no card as %s', (_, text) => {
    const mask = createMask([{ what: 'card-number', value: '4111111111111111' }]);
    expect(mask(`card ${text} end`)).toMatch(/^card \*\*\*:? end$/);
  });

  it('auth.5: shows no security code after its name, and any other number', () => {
    const mask = createMask([{ what: 'security-code', value: '123' }]);
    expect(mask('{"SecurityCode": "123"}, exchange 123')).toBe('{"SecurityCode": "***"}, exchange 123');
  });
});
