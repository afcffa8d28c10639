import { describe, expect, it } from 'vitest';
import { FaultError, faultKinds, readFault } from '#contracts/fault';
import { expectRefused, refusalOf } from './refusal-of.ts';

const kinds = Object.keys(faultKinds);
const oneKind = `expected one of ${kinds.join(', ')}`;
const withCommit = Object.entries(faultKinds).flatMap(([kind, { schema }]) =>
  'commit' in schema().shape ? [kind] : [],
);
const commitKinds = `${withCommit.slice(0, -1).join(', ')} and ${withCommit.at(-1)}`;
const noCommit = (kind: string) =>
  `"${kind}" has no parameter "commit"; only ${commitKinds} have this parameter`;
const steps = (...statuses: string[]) => statuses.map((status, hour) => ({ after: `PT${hour}H`, status }));

const match = (wrong: object) => ({ match: wrong, effect: { kind: 'cut' } });
const effect = (kind: string, more: object = {}) => ({ effect: { kind, ...more } });
const timeline = (...statuses: string[]) => effect('timeline', { steps: steps(...statuses) });
const valuePath =
  'expected text, a number, true, false or null; write the path of the value, such as "Criteria.DestinationId"';
const finalStatus = 'a service cannot go from cancelled to confirmed; cancelled is final';

describe('a fault', () => {
  it.each([
    { kind: 'status', status: 429, retryAfter: 0, retryAfterForm: 'date', commit: 'after' },
    { kind: 'status', status: 429, retryAfterForm: 'date' },
    { kind: 'business', bookingStatus: 'FAILED', errors: [{ Code: 'X', Message: 'm', Field: 'f' }] },
    { kind: 'visibility', hiddenFor: 'PT5M', then404: true, goesBackTo: 'pending' },
  ])('is read with the effect %j', effect => {
    expect(readFault({ effect })).toEqual({ effect });
  });

  it('is given back in the order in which it was written', () => {
    const fault = { effect: { commit: 'never', kind: 'cut' }, match: { times: 1 }, id: 'a:1.b_c-d' };
    expect(JSON.stringify(readFault(fault))).toBe(JSON.stringify(fault));
  });
});

describe('a fault that is written wrong', () => {
  it.each([
    ['effect', {}, 'missing: expected an object'],
    ['effect.kind', { effect: {} }, `missing: ${oneKind}`],
    ['effect.kind', effect('cutt'), `"cutt" is not valid: ${oneKind}; did you mean "cut"?`],
    ['effect.att', effect('cut', { att: 1 }), 'unknown; did you mean "at"?'],
    ['effect.times', effect('cut', { times: 1 }), 'unknown here; move "times" into "match"'],
    ['match.commit', match({ commit: 'never' }), 'unknown here; move'],
    ['effect.commit', effect('delay', { by: 'PT1S', commit: 'never' }), noCommit('delay')],
    ['effect.commit', effect('payment', { result: 'lost', commit: 'never' }), noCommit('payment')],
    ['effect.how', effect('cut', { how: 'xml' }), '"cut" has no parameter "how"; only body has'],
    ['match.at', match({ at: 'mid-body' }), 'unknown here; move "at" into'],
    ['match.id', match({ id: 'a' }), 'unknown here; move "id" to the top,'],
    ['match.operation', match({ operation: ['x'] }), 'unknown; did you mean "operations"?'],
    ['id', { id: 'a b', effect: { kind: 'cut' } }, 'expected 1 to 60 letters, digits, "_", ".", ":" and'],
    ['match.nth', match({ nth: 0 }), 'expected a whole number of 1 or more,'],
    ['match.nth', match({ nth: [4, 2] }), 'expected a last number that is'],
    ['match.times', match({ times: 0 }), 'expected a whole number of 1 or'],
    ['match.probability', match({ probability: 0 }), 'expected above 0, got 0'],
    ['match.body["Criteria.DestinationId"]', match({ body: { 'Criteria.DestinationId': [] } }), ''],
    ['effect.status', effect('status', { status: 418 }), 'expected one of 400, 401, 404, 405,'],
    ['effect.retryAfter', effect('status', { status: 503, retryAfterForm: 'date' }), 'missing: '],
    ['effect.by', effect('delay'), 'send exactly one of "by", "uniform" and "logNormal"'],
    ['effect.by', effect('delay', { by: 'PT1S', uniform: ['PT1S', 'PT2S'] }), 'exactly one'],
    ['effect.by', effect('delay', { by: '3s' }), '"PT3S" is 3 seconds, got "3s"'],
    ['effect.for', effect('hang', { for: 12 }), 'expected a duration such as "PT30M"; "PT12S"'],
    ['effect.for', effect('hang', { for: '12' }), '"PT12S" is 12 seconds, got "12"'],
    ['effect.uniform', effect('delay', { uniform: ['PT3S', 'PT1S'] }), 'expected a longest'],
    ['effect.uniform', effect('delay', { uniform: 'PT1S' }), 'expected the shortest and the'],
    ['effect.uniform', effect('delay', { uniform: ['PT1S', 'PT2S', 'PT3S'] }), 'expected the shortest and'],
    [
      'effect.logNormal',
      effect('delay', { logNormal: { median: 'PT3S', p95: 'PT1S' } }),
      'not below the median',
    ],
    ['effect.byPercent', effect('price', { byPercent: -100 }), 'expected above -100, got -100'],
    ['effect.byPercent', effect('price', { byPercent: Number.NaN }), 'expected a number, got NaN'],
    ['effect.status', effect('status', { status: '503' }), 'expected one of 400, 401, 404, 405,'],
    ['effect.retryAfter', effect('status', { status: 503, retryAfter: 1e20 }), 'expected at most 86400'],
    ['effect.steps', effect('timeline', { steps: [] }), 'expected at least 1 entry, got []'],
    ['effect.errors[0].Code', effect('business', { errors: [{ Code: '' }] }), 'expected at least 1 letter'],
    ['match.operations', match({ operations: [] }), 'expected 1 to 100 operations, such as'],
    ['match.body', match({ body: [] }), 'expected an object of paths and'],
    ['match.body.Nationality', match({ body: { Nationality: Number.NaN } }), 'expected text, a number'],
    [
      'match.body["Criteria"]',
      match({ body: { Criteria: { DestinationId: '4111111111111111' } } }),
      valuePath,
    ],
    ['match.body["Rooms"]', match({ body: { Rooms: {} } }), 'expected text, a number, true, false or'],
    ['match.body["Rooms"]', match({ body: { Rooms: [{ RoomId: 1 }] } }), 'write the path of the value'],
    ['effect.over', effect('body', { how: 'xml', over: 'PT1S' }), 'remove "over"'],
    ['effect.how', effect('body', { how: 'truncatd' }), 'did you mean "truncated"?'],
    ['effect.bookingStatus', effect('business', { bookingStatus: 'FAILD' }), 'did you mean "FAILED"?'],
    ['effect.steps[1].status', timeline('pending', 'gone'), 'got "gone"'],
    ['effect.steps[1].status', timeline('cancelled', 'confirmed'), finalStatus],
    ['effect.currency', effect('price', { byPercent: 1, convert: false }), ''],
    ['effect.taxesByPercent', effect('terms'), '"extraTax"'],
    ['effect.byPercent', effect('price'), 'send "byPercent", "byAmount" or "currency"'],
    ['effect.currency', effect('price', { currency: 'usd' }), 'expected the three letters of a'],
    ['effect.hiddenFor', effect('visibility'), 'send "hiddenFor", "then404" or "goesBackTo"'],
    ['effect.then404', effect('visibility', { then404: false }), ''],
    ['effect.result', effect('payment', { result: 'declnied' }), 'did you mean "declined"?'],
  ])('is refused at %s: %j', (field, fault, message) => {
    expectRefused(() => readFault(fault), field, message);
  });

  it('is refused with the valid values and the nearest', () => {
    const [how] = refusalOf(() => readFault(effect('body', { how: 'htlm' })));
    expect(how).toMatchObject({ valid: expect.arrayContaining(['html', 'xml']), nearest: 'html' });
    const [name] = refusalOf(() => readFault(effect('hang', { fro: 'PT1S' })));
    expect(name).toMatchObject({ valid: ['kind', 'for', 'commit'], nearest: 'for' });
  });

  it.each([null, 5, true, []])('is not an object: %j', given => {
    expectRefused(() => readFault(given), undefined, 'write the fault as an object or as a shorthand');
  });

  it('names everything that is wrong', () => {
    const wrong = { id: '', mach: {}, match: { nth: 'x' }, ...effect('hang', { for: 'x', commit: 'x' }) };
    const fields = refusalOf(() => readFault(wrong)).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(['effect.commit', 'effect.for', 'id', 'mach', 'match.nth']);
  });
});

it('FaultError has the field and the message of every error', () => {
  const error = new FaultError('invalid', [{ field: 'a', message: 'x' }, { message: 'y' }]);
  expect(error.message).toBe('fault: a: x; y');
  expect(error.at('list[0]').message).toBe('fault: list[0].a: x; list[0]: y');
});
