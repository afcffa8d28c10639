import { describe, expect, it } from 'vitest';
import { faultKinds, readFault, scopeOf } from '#contracts/fault';
import { expectRefused, refusalOf } from './refusal-of.ts';

const effectOf = (text: string) => readFault(text).effect;

const lateStatus = { kind: 'status', status: 429, retryAfter: 30, retryAfterForm: 'date', commit: 'before' };
const terms = { stepped: true, penaltiesByPercent: 25, moreInformation: 'A tax of 5 EUR' };
const steps = [
  { after: 'PT0S', status: 'technical-problem' },
  { after: 'PT12M', status: 'pending' },
  { after: 'P1D', status: 'confirmed' },
];

describe('the shorthand of an effect', () => {
  const cases: [string, object][] = [
    ['status=503', { kind: 'status', status: 503 }],
    ['status=429,retryAfter=30,retryAfterForm=date,commit=before', lateStatus],
    ['status,status=500', { kind: 'status', status: 500 }],
    ['delay=PT3S', { kind: 'delay', by: 'PT3S' }],
    ['delay,by=PT0.5S', { kind: 'delay', by: 'PT0.5S' }],
    ['delay,uniform=PT1S..PT2S', { kind: 'delay', uniform: ['PT1S', 'PT2S'] }],
    ['delay,logNormal=PT1S..PT2.5S', { kind: 'delay', logNormal: { median: 'PT1S', p95: 'PT2.5S' } }],
    ['hang', { kind: 'hang' }],
    ['hang=PT1M,commit=after', { kind: 'hang', for: 'PT1M', commit: 'after' }],
    ['cut', { kind: 'cut' }],
    ['cut=mid-body,commit=never', { kind: 'cut', at: 'mid-body', commit: 'never' }],
    ['body=invalid-json,commit=never', { kind: 'body', how: 'invalid-json', commit: 'never' }],
    ['body=slow-drip,over=PT1M', { kind: 'body', how: 'slow-drip', over: 'PT1M' }],
    ['business', { kind: 'business' }],
    ['business=FAILED', { kind: 'business', bookingStatus: 'FAILED' }],
    ['business,errors=Full;Late', { kind: 'business', errors: [{ Code: 'Full' }, { Code: 'Late' }] }],
    ['timeline=technical-problem;pending@PT12M;confirmed@P1D', { kind: 'timeline', steps }],
    ['price=12.5', { kind: 'price', byPercent: 12.5 }],
    ['price=-10', { kind: 'price', byPercent: -10 }],
    [
      'price,byAmount=5,currency=USD,at=booking',
      { kind: 'price', byAmount: 5, currency: 'USD', at: 'booking' },
    ],
    [`terms,stepped,penaltiesByPercent=25,moreInformation=A tax of 5 EUR`, { kind: 'terms', ...terms }],
    ['terms,moreInformation=terms', { kind: 'terms', moreInformation: 'terms' }],
    ['sold-out', { kind: 'sold-out' }],
    ['sold-out=booking', { kind: 'sold-out', at: 'booking' }],
    ['revalidate=RoomsNotFound', { kind: 'revalidate', result: 'RoomsNotFound' }],
    ['visibility=PT5M', { kind: 'visibility', hiddenFor: 'PT5M' }],
    ['visibility,then404,goesBackTo=pending', { kind: 'visibility', then404: true, goesBackTo: 'pending' }],
    ['visibility,then404=true', { kind: 'visibility', then404: true }],
    ['payment=lost', { kind: 'payment', result: 'lost' }],
    ['credential', { kind: 'credential' }],
    ['credential,revoked', { kind: 'credential', revoked: true }],
    ['sparse=id; name', { kind: 'sparse', keep: ['id', 'name'] }],
    ['partial=Cais Norte Supply', { kind: 'partial', supplier: 'Cais Norte Supply' }],
  ];

  it.each(cases)('reads %s', (text, effect) => {
    expect(readFault(text)).toEqual({ effect });
  });

  it('is read here for every parameter of every kind', () => {
    const read = [...cases.map(([text]) => text), ...Object.values(faultKinds).map(({ example }) => example)]
      .map(effectOf)
      .flatMap(effect => Object.keys(effect).map(name => `${effect.kind}.${name}`));
    const every = Object.entries(faultKinds).flatMap(([kind, { schema }]) =>
      Object.keys(schema().shape).map(name => `${kind}.${name}`),
    );
    expect(every.filter(name => !read.includes(name))).toEqual([]);
  });
});

describe('the shorthand of a match', () => {
  const effect = { kind: 'cut' };

  it.each<[string, object]>([
    ['hotel.doBooking:cut', { operations: ['hotel.doBooking'] }],
    ['hotel.search+car.*:cut', { operations: ['hotel.search', 'car.*'] }],
    ['cut, times = 1', { times: 1 }],
    ['"hotel.search:cut"', { operations: ['hotel.search'] }],
    ['*:cut', { operations: ['*'] }],
    ['cut,product=car', { product: 'car' }],
    ['cut,nth=2', { nth: 2 }],
    ['cut,nth=2-4', { nth: [2, 4] }],
    ['cut,times=3,probability=0.25', { times: 3, probability: 0.25 }],
    ['cut,connection=reused', { connection: 'reused' }],
    ['cut,body.Rooms[0].RoomId=7', { body: { 'Rooms[0].RoomId': '7' } }],
    ['cut,body.Reference=a=b:c', { body: { Reference: 'a=b:c' } }],
    ['hotel.search : cut , times=1', { operations: ['hotel.search'], times: 1 }],
  ])('reads %s', (text, match) => {
    expect(readFault(text)).toEqual({ match, effect });
  });

  it('takes an id', () => {
    expect(readFault('cut,id=lost-answer')).toEqual({ id: 'lost-answer', effect });
  });
});

it.each([
  ['', 'effect.kind', 'no kind "" in ""; valid are status, '],
  ['hotel.search', 'effect.kind', 'no kind "hotel.search" in "hotel.search"'],
  ['hotel.search:', 'effect.kind', 'no kind "" in "hotel.search:"'],
  ['hotel.search:statsu=503', 'effect.kind', 'did you mean "status"? The form is <operations>:<kind>'],
  ['cut,,times=1', undefined, 'there is nothing after a ","'],
  ['cut,', undefined, 'there is nothing after a ","'],
  ['credential=x', undefined, '"credential" takes no value; remove "="'],
  ['cut,tmes=1', 'effect.tmes', 'unknown'],
  ['status=often', 'effect.status', 'got "often"'],
  ['cut,nth=a-b', 'match.nth', 'expected a number of 1 or more'],
  ['cut,nth=1-2-3', 'match.nth', 'expected a number of 1 or more'],
  ['delay,uniform=PT1S', 'effect.uniform', ''],
  ['delay,logNormal=PT1S', 'effect.logNormal.p95', 'missing: expected a duration such as "PT30M"'],
  ['hang=5', 'effect.for', 'expected a duration such as "PT30M"; "PT5S" is 5 seconds, got 5'],
  ['timeline=pending@soon', 'effect.steps[0].after', 'not a duration'],
  ['cut,times', 'match.times', 'got true'],
])('a shorthand that is written wrong is refused: %j', (text, field, message) => {
  expectRefused(() => readFault(text), field, message);
});

const noOperation = 'there is no operation before ":"; write `*` for every operation, or remove ":"';

describe('a shorthand that could be misread', () => {
  it.each([
    [':cut', 'match.operations', noOperation],
    [' :cut', 'match.operations', noOperation],
    ['+:cut', 'match.operations', noOperation],
    ['hotel.search+:cut', 'match.operations', noOperation],
    ['cut,times=1,times=2', undefined, '"times" occurs twice; write it once'],
    ['cut=mid-body,at=mid-body', undefined, '"at" occurs twice; write it once'],
    ['cut,id=a,id=b', undefined, '"id" occurs twice; write it once'],
    ['cut,body.Reference=a,body.Reference=b', undefined, '"body.Reference" occurs twice; write it once'],
    ['cut,id', 'id', 'id has no value; write id=<id>'],
    ['cut,body.Reference', 'match.body', 'body.Reference has no value; write body.Reference=<value>'],
    ['delay,logNormal=PT1S..PT2S..PT3S', 'effect.logNormal', 'expected <median>..<p95>'],
    ['timeline=pending;confirmed@PT1H@x', 'effect.steps[1]', 'expected <status>@<duration>'],
    ['cut,match.times=1', 'match.times', 'write "times=1", without "match."'],
    ['cut,effect.at=mid-body', 'effect.at', 'write "at=mid-body", without "effect."'],
    ['hotel.search,hotel.doBooking:cut', 'effect.kind', 'join several operations with "+".'],
    ['cut:commit=before', 'effect.kind', 'write "," after "cut".'],
    ['cut;commit=before', 'effect.kind', 'write "," after "cut".'],
    ['hotel.search:503', 'effect.kind', 'did you mean "status=503"?'],
    ['timeout', 'effect.kind', 'did you mean "delay" or "hang"?'],
    ['hotel.search:slow', 'effect.kind', 'did you mean "delay" or "hang"?'],
    ['latency=5', 'effect.kind', 'did you mean "delay" or "hang"?'],
    ['reset', 'effect.kind', 'did you mean "cut"?'],
    ['disconnect', 'effect.kind', 'did you mean "cut"?'],
    ['cut,__proto__=1', 'effect.__proto__', 'unknown; known are kind, at, commit'],
    ['cut,constructor=1', 'effect.constructor', 'unknown; known are kind, at, commit'],
    ['cut,toString=1', 'effect.toString', 'unknown; known are kind, at, commit'],
    ['hotel.search:cut,body.__proto__=x', 'match.body["__proto__"]', 'has no field "__proto__" at this path'],
    ['hotel.search:cut,body.constructor=x', 'match.body["constructor"]', 'has no field "constructor" at'],
    ['cut,kind=hang', 'effect.kind', 'a fault has one kind'],
    ['cut,id=.', 'id', 'neither "." nor ".."'],
    ['cut,id=..', 'id', 'neither "." nor ".."'],
  ])('is refused: %j', (text, field, message) => {
    expectRefused(() => scopeOf(readFault(text)), field, message);
  });

  it.each([
    'cutt,body.Payment.CardNumber=4111111111111111',
    'cutt=4111111111111111',
    '4111111111111111:cutt',
    'cut,body.Payment.CardNumber=4111111111111111,,',
    `cut,body.Payment.CardNumber=${'4111111111111111'.repeat(32)}`,
    `cut,body.Credential.Password=${'4111111111111111'.repeat(32)}`,
    'cut,body.Payment.CardNumber=1,body.Payment.CardNumber=4111111111111111',
    'cut,match.body.Payment.CardNumber=4111111111111111',
    'timeline=pending@4111111111111111@x',
  ])('is refused without showing its secrets: %s', text => {
    expect(JSON.stringify(refusalOf(() => scopeOf(readFault(text))))).not.toMatch(/4111|1111/);
  });
});
