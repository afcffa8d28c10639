import { describe, expect, it } from 'vitest';
import { applyProfile, operationIds, operations } from '#contracts';
import { createFinder } from '#scenarios/pact/addressed';
import { committedPact, pactNames } from '../verifying.ts';

const find = createFinder(applyProfile(operations, undefined));
const interactions = pactNames.flatMap(name => committedPact(name).interactions);

describe('the pacts of the reference client', () => {
  it.each(operationIds)('say how %s goes, and how it is refused', id => {
    const own = interactions.filter(({ method, path }) => find(method, path)?.id === id);
    const statuses = new Set(own.map(({ status }) => status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 429, 500]));
  });

  it('name no interaction twice, and hold no version of a tool and no path of a machine', () => {
    const names = interactions.map(({ description }) => description);
    expect(new Set(names).size).toBe(names.length);
    const text = pactNames.map(name => JSON.stringify(committedPact(name).written)).join('\n');
    expect(text).not.toMatch(/"pact-js"|"pactRust"|\/tmp\/|127\.0\.0\.1:\d/);
  });
});
