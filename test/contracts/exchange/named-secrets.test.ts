import { describe, expect, it } from 'vitest';
import { createRedactor } from '#contracts/exchange';
import { hideNamedSecrets } from '#contracts/util';

describe('a text with the name of a secret', () => {
  it.each([
    ['a form with brackets', 'Credential[Password]=Zq7Wrong&x=1'],
    ['a percent-encoded form', 'Credential%5BPassword%5D=Zq7Wrong'],
    ['XML with an attribute', '<Password type="s">Zq7Wrong</Password>'],
    ['multipart', 'name="Password"\r\n\r\nZq7Wrong\r\n--b--'],
    ['broken JSON with an escaped name', '{"P\\u0061ssword":"Zq7Wrong"'],
    ['a list', '{"Password":["Zq7Wrong"]'],
    ['an object', '{"Password":{"value":"Zq7Wrong"}'],
    ['the first field of an object', '{"Credential":{"Password":"Zq7Wrong"'],
    ['XML with a prefix', '<api:Password >Zq7Wrong</api:Password>'],
    ['an option of a command line', '--Password=Zq7Wrong'],
    ['several words', 'Password: correct Zq7Wrong staple'],
  ])('hides its value in %s (auth.5)', (_, text) => {
    expect(hideNamedSecrets(text)).not.toContain('Zq7Wrong');
  });

  it('keeps other values', () => {
    expect(hideNamedSecrets('Destination=1003&Password=x')).toBe('Destination=1003&Password=***');
  });

  const words = ['password ', 'password\\', 'password]', 'password\r\n', '<password x', 'password="'];
  it.each(['a', 'a.', '"', ' ', '\\', ...words])('reads 200,000 characters of %j in one pass', part => {
    const text = part.repeat(200_000 / part.length);
    expect(hideNamedSecrets(`${text}\n<Password>Zq7Wrong</Password>`)).not.toContain('Zq7Wrong');
  });

  it('is hidden in JSON inside a field, and in odd parameter names (auth.5)', () => {
    const { redactBody, redactUrl } = createRedactor({ secrets: [] });
    const body = redactBody({ Criteria: JSON.stringify({ Password: 'Zq7Wrong' }) });
    expect(JSON.stringify(body)).not.toContain('Zq7Wrong');
    for (const url of ['/x?Credential.Password=Zq7Wrong', '/x?%70assword=Zq7Wrong'])
      expect(redactUrl(url)).not.toContain('Zq7Wrong');
  });
});
