import { describe, expect, it } from 'vitest';
import { operations } from '#contracts';
import { applyProfile, type Profile } from '#contracts/profile';

const acme: Profile = {
  name: 'acme',
  fields: { Token: 'sessionToken', Code: 'code', Currency: 'currency' },
  operations: {
    'hotel.search': {
      path: '/v2/availability',
      method: 'PUT',
      request: {
        Criteria: 'query',
        'Criteria.DestinationId': 'cityCode',
        NumAdults: 'adults',
        'Criteria.Currency': 'money',
      },
      answer: {
        'Hotels.Rooms.Id': 'roomCode',
        Token: 'searchToken',
        '.Errors': 'problems',
        SupplierName: 'from',
      },
    },
    getBooking: { answer: { '.Errors': 'problems', 'Booking.Services.Status': 'state', Status: 'label' } },
  },
};
const dialect = applyProfile(operations, acme);

const spokenRooms = [{ adults: 2 }, { adults: 1, ChildAges: [3] }];
const spokenSearch = { query: { cityCode: '1003', NumNights: 2, money: 'BRL', SearchRooms: spokenRooms } };
const SearchRooms = [{ NumAdults: 2 }, { NumAdults: 1, ChildAges: [3] }];
const search = { Criteria: { DestinationId: '1003', NumNights: 2, Currency: 'BRL', SearchRooms } };

describe('a dialect', () => {
  it('addresses operations as the profile says and all others as the contract does', () => {
    const path2 = '/v2/availability';
    const address = { id: 'hotel.search', method: 'PUT', path: path2, paths: [path2] };
    expect(dialect.operation('hotel.search')).toEqual(address);
    expect(dialect.operation('getBooking').path).toBe(operations.getBooking.path);
    const { path, otherPaths = [] } = operations.autocomplete;
    expect(dialect.operation('autocomplete').paths).toEqual([path, ...otherPaths]);
    expect(dialect.operations.map(({ id }) => id)).toEqual(Object.keys(operations));
  });

  it('prefers the path to the bare name, and the operation to the profile', () => {
    const booking = { Status: 'CONFIRMADO', Services: [{ Status: 'CONFIRMADO' }], Errors: [] };
    expect(dialect.toDialect('getBooking', 'answer', { Booking: booking, Errors: [] })).toEqual({
      Booking: { label: 'CONFIRMADO', Services: [{ state: 'CONFIRMADO' }], Errors: [] },
      problems: [],
    });
    expect(dialect.toDialect('hotel.doBooking', 'request', { Token: 't' })).toEqual({ sessionToken: 't' });
    expect(dialect.toDialect('hotel.search', 'answer', { Token: 't' })).toEqual({ searchToken: 't' });
  });

  it('renames error bodies, also those without an operation', () => {
    const body = { Errors: [{ Code: 'NotFound', Message: 'no such path' }] };
    const problems = [{ code: 'NotFound', Message: 'no such path' }];
    expect(dialect.toDialect('hotel.search', 'answer', body)).toEqual({ problems });
    expect(dialect.toDialect(null, 'answer', body)).toEqual({ Errors: problems });
  });

  it('leaves the own names of the contract as they are, inside them too', () => {
    const mixed = { Criteria: { DestinationId: '1003', SearchRooms: [{ adults: 2 }] } };
    expect(dialect.toContract('hotel.search', 'request', mixed)).toEqual({
      Criteria: { DestinationId: '1003', SearchRooms: [{ NumAdults: 2 }] },
    });
  });

  const both = [[{ sessionToken: 'theirs', Token: 'ours' }], [{ Token: 'ours', sessionToken: 'theirs' }]];
  it.each(both)('takes the name of the dialect where both are written: %j', body => {
    expect(dialect.toContract('hotel.doBooking', 'request', body)).toEqual({ Token: 'theirs' });
  });

  it('keeps unknown fields, and values that are not objects', () => {
    const odd = { query: { extra: { cityCode: 1 }, cityCode: ['a', { NumAdults: 1 }] }, more: [[1]] };
    expect(dialect.toContract('hotel.search', 'request', odd)).toEqual({
      Criteria: { extra: { cityCode: 1 }, DestinationId: ['a', { NumAdults: 1 }] },
      more: [[1]],
    });
    for (const value of [undefined, null, 'text', 4, true]) {
      expect(dialect.toContract('hotel.search', 'request', value)).toBe(value);
    }
  });

  it('carries keys that mean something to JavaScript as plain data', () => {
    const keys = ['"__proto__":{"polluted":1},"constructor":2', '"__proto__":{"a":1}'];
    const body = JSON.parse(`{"query":{${keys[0]},"cityCode":"1"},${keys[1]}}`);
    const read = dialect.toContract('hotel.search', 'request', body);
    expect(JSON.stringify(read)).toBe(`{"Criteria":{"DestinationId":"1",${keys[0]}},${keys[1]}}`);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('does not change its input', () => {
    const given = structuredClone(spokenSearch);
    dialect.toContract('hotel.search', 'request', given);
    expect(given).toEqual(spokenSearch);
  });

  it('survives a hundred thousand brackets', () => {
    const deep = JSON.parse(`{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(dialect.toContract('hotel.search', 'request', deep)).toHaveProperty('Criteria');
  });

  it.each([
    ['Criteria.SearchRooms[0].NumAdults', 'query.SearchRooms[0].adults'],
    ['Criteria.DestinationId', 'query.cityCode'],
    ['Criteria.SearchRooms[1].ChildAges[0]', 'query.SearchRooms[1].ChildAges[0]'],
    ['Criteria.Unknown.NumAdults', 'query.Unknown.NumAdults'],
    ['Credential.Username', 'Credential.Username'],
    ['', ''],
  ])('says the place %j as the client wrote it: %j', (path, spoken) => {
    expect(dialect.fieldPath('hotel.search', 'request', path)).toBe(spoken);
  });

  it('refuses an operation that does not exist with the nearest one', () => {
    const error = new RangeError('"hotel.serch" is not an operation; did you mean "hotel.search"?');
    expect(() => dialect.operation('hotel.serch')).toThrow(error);
    expect(() => dialect.toContract('hotel.serch', 'request', {})).toThrow(RangeError);
  });
});

describe('a dialect with a field in an object of its own', () => {
  const moved = applyProfile(operations, {
    name: 'moved',
    operations: { cancelBooking: { answer: { 'Penalty.Value': 'Value.Amount' } } },
  });

  it('keeps an unknown field beside the field', () => {
    const answer = { Penalty: { Value: { Amount: 7, Tax: 1 }, Currency: 'BRL' } };
    expect(moved.toContract('cancelBooking', 'answer', answer)).toEqual({
      Penalty: { Value: 7, 'Value.Tax': 1, Currency: 'BRL' },
    });
  });

  it('names a field that a body contains under two names', () => {
    const ignored: string[] = [];
    const both = { sessionToken: 'a', Token: 'b' };
    const read = dialect.toContract('hotel.doBooking', 'request', both, name => ignored.push(name));
    expect([read, ignored]).toEqual([{ Token: 'a' }, ['Token']]);
  });
});

describe('without a profile', () => {
  const plain = applyProfile(operations);

  it('every field is returned unchanged', () => {
    expect(plain.plain).toBe(true);
    expect(plain.name).toBeNull();
    expect(plain.toContract('hotel.search', 'request', search)).toBe(search);
    expect(plain.toDialect('hotel.search', 'answer', search)).toBe(search);
    expect(plain.fieldPath('hotel.search', 'request', 'Criteria')).toBe('Criteria');
    const paths = Object.values(operations).map(({ path }) => path);
    expect(plain.operations.map(({ path }) => path)).toEqual(paths);
  });

  it('bodies stay plain also where a profile renames paths only', () => {
    const paths = applyProfile(operations, { name: 'paths', operations: { getBooking: { path: '/find' } } });
    expect(paths.plain).toBe(true);
    expect(paths.toContract('getBooking', 'request', search)).toBe(search);
    expect(paths.operation('getBooking').path).toBe('/find');
    expect(dialect.plain).toBe(false);
  });
});
