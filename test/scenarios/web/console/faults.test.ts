import { describe, expect, it } from 'vitest';
import { operationIds } from '#contracts';
import { faultKinds, readFault } from '#contracts/fault';
import { createMockSupplier } from '#mock-server';
import { type Document, effectOf, faultOf, registryOf } from '#scenarios/web/console/fault-values';

const served = await createMockSupplier().fetch('http://supplier.test/openapi.json');
const registry = registryOf((await served.json()) as Document); // the server writes the document
const kindOf = (name: string) => {
  const found = registry.kinds.find(({ kind }) => kind === name);
  if (!found) throw new Error(`the registry has no kind ${name}`);
  return found;
};

describe('the form for faults', () => {
  it('knows every kind of fault, every operation and the path of Search', () => {
    expect(registry.kinds.map(({ kind }) => kind)).toEqual(Object.keys(faultKinds));
    expect(registry.operations).toEqual([...operationIds].sort());
    expect(registry.searchPath).toBe('/API/REST/Hotel.svc/Search');
  });

  it('creates a fault that the server accepts, from texts', () => {
    const texts = {
      'match.operations': 'hotel.search, hotel.doBooking',
      'match.times': '1',
      'match.nth': '2-4',
    };
    const fault = faultOf(kindOf('status'), { ...texts, status: '429', retryAfter: '30' });
    expect(fault).toEqual({
      match: { operations: ['hotel.search', 'hotel.doBooking'], nth: [2, 4], times: 1 },
      effect: { kind: 'status', status: 429, retryAfter: 30 },
    });
    expect(() => readFault(fault)).not.toThrow();
  });

  it('reads a parameter with several values as JSON', () => {
    const steps = '[{"after":"PT0S","status":"on-request"},{"after":"PT20M","status":"confirmed"}]';
    expect(() => readFault(faultOf(kindOf('timeline'), { steps }))).not.toThrow();
    expect(() => faultOf(kindOf('timeline'), { steps: '[' })).toThrow(SyntaxError);
  });

  it.each([
    ['probability', '0,5', 0.5],
    ['probability', '.25', 0.25],
    ['nth', '2', 2],
    ['times', 'two', 'two'],
    ['nth', '2-x', '2-x'],
    ['probability', '50 %', '50 %'],
  ])('reads a number, and leaves another text as it is: %s %s', (name, text, value) => {
    expect(faultOf(kindOf('cut'), { [`match.${name}`]: text })).toMatchObject({ match: { [name]: value } });
  });

  it('says in one sentence what each kind of fault does', () => {
    for (const { kind } of registry.kinds) expect(effectOf(registry, kind)).toMatch(/^[A-Z].{15,}\.$/);
    expect(effectOf(registry, 'cut')).toBe(
      'The server resets the connection before the headers, after the headers, or in the middle of the body.',
    );
  });

  it('leaves out what a person has not filled in', () => {
    expect(faultOf(kindOf('cut'), { 'match.times': ' ' })).toEqual({ effect: { kind: 'cut' } });
  });
});
