import { describe, expect, it } from 'vitest';
import { contractWords, createRedactor } from '#contracts/exchange';

const secret = 'S3cr et"ä#p/w';
const mark = (text: string) => `~${text.length}`;

describe('a redactor', () => {
  it.each([
    ['as it is', secret],
    ['as JSON', JSON.stringify(secret).slice(1, -1)],
    ['as JSON in ASCII', 'S3cr et\\"\\u00e4#p/w'],
    ['as JSON that escapes all', 'S3cr\\u0020et\\u0022\\u00E4\\u0023p\\/w'],
    ['in an address', encodeURIComponent(secret)],
    ['in an address that keeps slashes', encodeURIComponent(secret).replace('%2F', '/')],
    ['in an address, in small letters', encodeURIComponent(secret).toLowerCase()],
    ['in a form', new URLSearchParams({ a: secret }).toString().slice(2)],
    ['in capitals', secret.toUpperCase()],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 of addresses', Buffer.from(secret).toString('base64url')],
  ])('auth.5: hides a secret %s', (_, spelling) => {
    const { redactText } = createRedactor({ secrets: [secret] });
    expect(redactText(`it is (${spelling}) there`)).toBe('it is (***) there');
  });

  it('auth.5: hides a beginning of a secret where a message cuts it', () => {
    expect(createRedactor({ secrets: ['s3cret-word'] }).redactText('got "s3cret-w…"')).toBe('got "***…"');
  });

  it.each([
    ['x1z', 'password x1z, and ax1zb', 'password ***, and ax1zb'],
    ['hunter', 'hunter, hunters and a\\nhunter%2Fhunter', '***, hunters and a\\n***%2F***'],
    ['123456', 'booking 9123456, code 123456', 'booking 9123456, code ***'],
  ])('hides "%s", which could be a word or a number, only as a separate word', (word, text, expected) => {
    expect(createRedactor({ secrets: [word], shortest: 3 }).redactText(text)).toBe(expected);
  });

  it('hides nothing where there is no secret, and leaves short ones to the names of their fields', () => {
    expect(createRedactor({ secrets: [undefined, ''], shortest: 0 }).redactText('nothing')).toBe('nothing');
    const { redactBody } = createRedactor({ secrets: ['demo'], mark });
    expect(redactBody({ Username: 'demo', Password: 'demo' })).toEqual({ Username: 'demo', Password: '~4' });
  });

  it('never rewrites words of the contract in texts, bodies and paths', () => {
    const body = { Criteria: { SearchType: 'transfer' }, bookingStatus: 'CONFIRMED', note: 'search again' };
    const url = '/API/REST/Transfer.svc/Search';
    const text = `no operation at POST ${url}; did you mean transfer.search?`;
    for (const word of [...contractWords()].filter(({ length }) => length >= 6)) {
      const { redactBody, redactText, redactUrl } = createRedactor({ secrets: [word], mark, contractWords });
      expect([redactBody(body), redactText(text), redactUrl(url)]).toEqual([body, text, url]);
    }
  });

  it('auth.5: hides a contract term that is the whole value of a header, a query parameter or a credential', () => {
    const redactor = createRedactor({ secrets: ['transfer'], mark, contractWords });
    const url = redactor.redactUrl('/nope/transfer?note=transfer&transfer=a');
    expect(url).toBe('/nope/transfer?note=***&transfer=a');
    expect(redactor.redactBody({ Password: 'transfer' })).toEqual({ Password: '~8' });
    const headers = { 'x-agency': 'transfer', accept: 'transfer', 'x-other': 'transfers' };
    expect(redactor.redactHeaders(headers)).toEqual({ 'x-agency': '~8', accept: '***' });
  });

  it('takes linear time in the size of the request', () => {
    const { redactText } = createRedactor({ secrets: ['s3cret-word'] });
    const core = Buffer.from('s3cret-word').toString('base64');
    // With quadratic time, each of these would take minutes and exceed the time limit of the test.
    const [quarter, half] = [150_000, 500_000];
    const texts = ['\\\\'.repeat(half), '%25'.repeat(300_000), '&#0000'.repeat(quarter), 'a'.repeat(900_000)];
    for (const text of texts) expect(redactText(`${text} ${core}`).slice(text.length)).toBe(' ***');
  });

  it('hides a password of a megabyte', () => {
    const long = 'x1'.repeat(500_000);
    expect(createRedactor({ secrets: [long] }).redactText(`is ${long}.`)).toBe('is ***.');
  });

  it('auth.5: hides what one request carried in that request only', () => {
    const redactor = createRedactor({ secrets: ['s3cret-word'] });
    expect(redactor.with('0ther-word', undefined).redactText('0ther-word or s3cret-word')).toBe('*** or ***');
    expect(redactor.redactText('0ther-word')).toBe('0ther-word');
    expect(redactor.with('s3cret-word', 7)).toBe(redactor);
  });

  it('auth.5: keeps credentials of a URL and of headers as marks', () => {
    const redactor = createRedactor({ secrets: [], mark });
    expect(redactor.redactUrl('/x/token/abc?password=s%20e&a=1')).toBe('/x/token/~3?password=~3&a=1');
    const headers = { authorization: 'Basic eA==', 'x-api-key': 'k', cookie: 'a', te: 'b' };
    expect(redactor.redactHeaders(headers)).toEqual({ authorization: 'Basic ~10', 'x-api-key': '~1' });
  });
});
