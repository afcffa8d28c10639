import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { startSupplier, testCriteria } from '../hotel-client.ts';
import { lastEntry, post } from './exchange-of.ts';
import { fullRequests } from './full-requests.ts';

const { supplier, client } = startSupplier({ options: { rateLimit: false } });
const credential = '"Credential":{"Username":"demo","Password":"demo"}';
const criteria = JSON.stringify(testCriteria);

describe('an odd key', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'])(
    'such as %s is an unknown field in every place, whatever its value is',
    async key => {
      for (const value of ['"x"', '1', 'null', '[]', '{"isAdmin":true,"Username":"demo"}']) {
        const odd = `"${key}":${value}`;
        const body = `{${odd},${credential.replace('{', `{${odd},`)},"Criteria":{${odd},${criteria.slice(1)}}`;
        expect(await post(supplier, body)).toMatchObject({ status: 200 });
        const { warnings = [] } = lastEntry(supplier).facts;
        expect(warnings.map(warning => warning.field).sort()).toEqual(
          [key, `Credential.${key}`, `Criteria.${key}`].sort(),
        );
      }
      expect(({} as Record<string, unknown>).isAdmin).toBeUndefined(); // the prototype of all objects is unchanged
    },
  );

  it('such as __proto__ cannot stand in for a field that is missing', async () => {
    const inherited = '"__proto__":{"Credential":{"Username":"demo","Password":"demo"}}';
    expect((await post(supplier, `{${inherited},"Criteria":${criteria}}`)).status).toBe(401);
    const body = `{${credential},"Criteria":{"__proto__":${criteria}}}`;
    const { status, errors } = await post(supplier, body);
    expect(status).toBe(400);
    expect(errors.map(entry => entry.Field)).toContain('Criteria.CheckinDate');
  });

  it('that is unknown is accepted with a warning that names the nearest known one', async () => {
    const { CheckinDate, ...rest } = testCriteria;
    const misspelled = { ...rest, CheckinDate, Curency: 'USD', Zzz: 1 };
    expect((await client.call('hotel.search', { Criteria: misspelled })).status).toBe(200);
    const message = 'is not a field of the contract; the server did not use it';
    const curency = { field: 'Criteria.Curency', message: `${message}; did you mean "Currency"?` };
    expect(lastEntry(supplier).facts.warnings).toEqual([
      { kind: 'unknown-field', ...curency },
      { kind: 'unknown-field', field: 'Criteria.Zzz', message },
    ]);
  });

  it.each(operationIds)('is accepted with a warning by %s', async id => {
    await client.call(id, { ...fullRequests[id], Surprise: { deep: [1] } });
    const { warnings = [] } = lastEntry(supplier).facts;
    expect(warnings).toContainEqual(expect.objectContaining({ kind: 'unknown-field', field: 'Surprise' }));
  });

  it('that is unknown is accepted 60,000 times in one body, of which the journal keeps less than 8,000 characters', async () => {
    const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`unknown${index}`, 1]));
    expect((await client.call('hotel.search', { ...many, Criteria: testCriteria })).status).toBe(200);
    expect(JSON.stringify(lastEntry(supplier).facts).length).toBeLessThan(8_000);
  });
});
