import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { callsFor, callsUsedBy, type SampleCall } from '#contracts/sample-calls';
import story from '#contracts/sample-calls.json' with { type: 'json' };

const from = (call: number, ...path: (string | number)[]) => ({ $call: call, path });

describe('the calls for an operation', () => {
  const calls: SampleCall[] = [
    { operation: 'search', request: { a: 1 } },
    { operation: 'other', request: {} },
    { operation: 'book', request: { Token: from(0, 'Token'), Rooms: [{ Id: from(0, 'Rooms', 0, 'Id') }] } },
    { operation: 'book', request: { Token: from(1, 'Token') } },
    { operation: 'find', request: { Reference: 'x' }, after: [2] },
  ];

  it('are its first one and those that it takes something from, or has to follow, in order', () => {
    expect(callsFor('search', calls)).toEqual([0]);
    expect(callsFor('book', calls)).toEqual([0, 2]);
    expect(callsFor('find', calls)).toEqual([0, 2, 4]);
    expect(callsFor('unknown', calls)).toEqual([]);
  });

  it('are found at any depth of a request', () => {
    expect(callsUsedBy({ a: [{ b: from(7, 'x') }], c: from(3, 'y'), d: null, e: 'text' })).toEqual([7, 3]);
  });
});

describe('the committed story', () => {
  const calls = story as unknown as SampleCall[]; // the generator has written this type

  it('has a call of every operation, which takes from earlier calls only what their outline shows', () => {
    expect(operationIds.filter(id => callsFor(id, calls).length === 0)).toEqual([]);
    for (const [index, { request }] of calls.entries()) {
      for (const used of callsUsedBy(request)) {
        expect(used).toBeLessThan(index);
        expect(calls[used]?.answer).toEqual(expect.any(Object));
      }
    }
  });

  it('takes every Token from the step before: none is written down (flow.1)', () => {
    expect(JSON.stringify(calls)).not.toMatch(/"(?:Re)?Token":"/);
    const flow = callsFor('hotel.doBooking', calls).map(index => calls[index]?.operation);
    expect(flow).toEqual(['hotel.search', 'hotel.getBookingConditions', 'hotel.doBooking']);
  });

  it('holds no credential', () => {
    expect(JSON.stringify(calls)).not.toMatch(/Credential|Password/);
  });
});
