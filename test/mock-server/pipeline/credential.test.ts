import { describe, expect, it } from 'vitest';
import type { OperationId } from '#contracts';
import { operations } from '#contracts';
import { createHotelClient, createTestSupplier, testCriteria } from '../hotel-client.ts';
import { brief, lastEntry, post } from './exchange-of.ts';
import { fullRequests, postIds } from './full-requests.ts';

const supplier = createTestSupplier({ options: { rateLimit: false } });
supplier.sandboxes.create({ id: 'other', credential: { Username: 'otto', Password: 'correct-horse' } });

const right = { Username: 'demo', Password: 'demo' };
const bodyWith = (Credential: unknown, id: OperationId = 'hotel.search') =>
  JSON.stringify({ ...fullRequests[id], Credential });
const ill: [string, unknown, string][] = [
  ['absent', undefined, 'Credential'],
  ['null', null, 'Credential'],
  ['text', 'demo:demo', 'Credential'],
  ['a list', [{ Username: 'demo', Password: 'demo' }], 'Credential'],
  ['empty', {}, 'Credential.Username'],
  ['without Username', { Password: 'demo' }, 'Credential.Username'],
  ['without Password', { Username: 'demo' }, 'Credential.Password'],
  ['with a number as Password', { Username: 'demo', Password: 12 }, 'Credential.Password'],
  ['with a list as Username', { Username: ['demo'], Password: 'demo' }, 'Credential.Username'],
  ['with null as Password', { Username: 'demo', Password: null }, 'Credential.Password'],
  ['with an empty Password', { Username: 'demo', Password: '' }, 'Credential'],
  ['of an unknown user', { Username: 'unknown', Password: 'demo' }, 'Credential'],
  ['with a wrong Password', { Username: 'demo', Password: 'demo ' }, 'Credential'],
  ['in other letter case', { Username: 'Demo', Password: 'demo' }, 'Credential'],
];

describe('a Credential', () => {
  it.each(ill)('auth.1, err.401: that is %s is refused, naming the field', async (_, credential, field) => {
    const refused = await post(supplier, bodyWith(credential));
    expect(brief(refused)).toBe(`401 InvalidCredential ${field}`);
    expect(refused.errors[0]?.Message).toContain(field);
    expect(lastEntry(supplier).facts).toMatchObject({ status: 401, operation: 'hotel.search' });
  });

  const near = ['credential', 'CREDENTIAL', 'Credentials'];
  it.each(near)('auth.1: sent as %s is refused with this name and a warning', async name => {
    const { Credential, ...body } = JSON.parse(bodyWith(right));
    const { status, errors } = await post(supplier, JSON.stringify({ ...body, [name]: Credential }));
    expect([status, errors[0]?.Message]).toEqual([401, expect.stringContaining(`the body has "${name}"`)]);
    const message = expect.stringContaining('did you mean "Credential"?');
    expect(lastEntry(supplier).facts.warnings).toEqual([{ kind: 'unknown-field', field: name, message }]);
  });

  it.each([
    ['username', 'password'],
    ['UserName', 'PassWord'],
    ['User', 'Pass'],
  ])('auth.1: with the names %s and %s is refused with the first name and a warning', async (user, pass) => {
    const { status, errors } = await post(supplier, bodyWith({ [user]: 'demo', [pass]: 'demo' }));
    expect([status, errors[0]?.Message]).toEqual([401, expect.stringContaining(`the body has "${user}"`)]);
    expect(lastEntry(supplier).facts.warnings).toMatchObject([
      { field: `Credential.${user}`, message: expect.stringContaining('did you mean "Username"?') },
    ]);
  });

  it.each(postIds)('auth.1, res.credential: is required by %s', async id => {
    const statusFor = async (credential?: object) =>
      (await post(supplier, bodyWith(credential, id), { path: operations[id].path })).status;
    expect([await statusFor(), await statusFor({ ...right, Password: 'wrong' })]).toEqual([401, 401]);
    expect(await statusFor(right)).not.toBe(401);
  });

  it('auth.1: is not taken from a header or the address', async () => {
    const headers = { authorization: `Basic ${btoa('demo:demo')}` };
    const path = '/API/REST/Hotel.svc/Search?Username=demo&Password=demo';
    expect((await post(supplier, bodyWith(undefined), { headers, path })).status).toBe(401);
  });

  it('err.401: of another sandbox is refused with the name of that sandbox, in both directions', async () => {
    const here = await post(supplier, bodyWith({ Username: 'otto', Password: 'correct-horse' }));
    const where = /belongs to sandbox "other".*reached "default".*\/sandbox\/other/;
    expect([here.status, here.errors[0]?.Message]).toEqual([401, expect.stringMatching(where)]);
    const path = '/sandbox/other/API/REST/Hotel.svc/Search';
    const there = await post(supplier, bodyWith(right), { path });
    expect(there.status).toBe(401);
    expect(there.errors[0]?.Message).toContain('belongs to sandbox "default"');
    expect(here.text + there.text).not.toContain('correct-horse');
  });

  it('err.401: of another sandbox with a wrong password reveals nothing', async () => {
    const { status, text } = await post(supplier, bodyWith({ Username: 'otto', Password: 'guess' }));
    expect(status).toBe(401);
    expect(text).not.toContain('other');
  });
});

it('the order of checks is unreadable JSON, then the credential, then the rate, then everything else', async () => {
  const limited = createTestSupplier({ options: { rateLimit: 1 } });
  const client = createHotelClient(limited.fetch);
  await client.search();
  const statusOf = async (body: string) => (await post(limited, body)).status;
  expect(await statusOf(JSON.stringify({ Criteria: testCriteria, Credential: right }))).toBe(429);
  expect(await statusOf(JSON.stringify({ Credential: right }))).toBe(429);
  expect(await statusOf(JSON.stringify({ Credential: { ...right, Password: 'x' } }))).toBe(401);
  expect(await statusOf('{')).toBe(400);
  limited.sandboxes.require('default').clock.advance({ by: 61_000 });
  expect(await statusOf(JSON.stringify({ Credential: right }))).toBe(400);
  expect(await statusOf(JSON.stringify({ Credential: right }))).toBe(429);
});
