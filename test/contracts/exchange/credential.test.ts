import { describe, expect, it } from 'vitest';
import { type Exchange, markSecret, projectFacts } from '#contracts/exchange';

const stamp = { at: 0, real: 0 };
const call = (change: Partial<Exchange>): Exchange => ({
  number: 1,
  operation: 'getBooking',
  method: 'POST',
  url: '/API/REST/ClientBackOffice.svc/GetBooking',
  opened: stamp,
  requestHeaders: { 'content-type': 'application/json', 'user-agent': 'x' },
  requestBody: { Credential: { Username: 'demo', Password: '~1' } },
  warnings: [],
  ...change,
});
const mark = () => '~1';

describe('the places of a credential beside the body (auth.1)', () => {
  it.each([
    ['an Authorization with Basic', { authorization: markSecret('Basic eA==', mark) }, 'authorization'],
    ['a header that the recorder found a secret in', { 'x-note': '~1' }, 'x-note'],
    ['a header of its name', { 'x-password': '~1' }, 'x-password'],
  ])('finds %s', (_, headers, name) => {
    const { exposed, credential } = projectFacts(call({ requestHeaders: headers }));
    expect(exposed).toEqual([{ in: 'header', name }]);
    expect(credential?.in).toBe('body');
  });

  const parameters = ['user', 'pwd', 'login', 'pass', 'Password', 'user_name', 'credential.password'];
  it.each(parameters)('finds the parameter %s', name => {
    expect(projectFacts(call({ url: `/x?a=1&${name}=~1` })).exposed).toEqual([{ in: 'url', name }]);
  });

  it('finds a known secret under any name', () => {
    expect(projectFacts(call({ url: '/x?note=***' })).exposed).toEqual([{ in: 'url', name: 'note' }]);
  });

  const bearer = { authorization: markSecret('Bearer x', mark) };
  it.each([
    ['nothing of the kind', {}],
    ['a bearer, which is no user and password', { requestHeaders: bearer }],
    ['a parameter that only begins alike', { url: '/x?userLanguage=pt&passengers=2' }],
    ['the term of an autocomplete', { method: 'GET', url: '/x?term=login&managerId=1' }],
    ['a call of the tool server', { toolCall: true, requestHeaders: { authorization: 'Basic ~1' } } as const],
  ])('passes by %s', (_, change) => {
    expect(projectFacts(call(change)).exposed).toBeUndefined();
  });
});
