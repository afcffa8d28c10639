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

  it('auth.5: shows no security code after its name, and any other number', () => {
    const mask = createMask([{ what: 'security-code', value: '123' }]);
    expect(mask('{"SecurityCode": "123"}, exchange 123')).toBe('{"SecurityCode": "***"}, exchange 123');
  });
});
