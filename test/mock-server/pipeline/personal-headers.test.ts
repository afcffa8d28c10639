import { describe, expect, it } from 'vitest';
import { applyProfile, operations } from '#contracts';
import type { PersonalHeader } from '#contracts/exchange';
import { harEntry } from '#mock-server/control/har';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { readTraffic } from '#scenarios/verify/recorded/read-recorded';
import { body, create, journalText, path, secrets } from './masking-traces.ts';

const dialect = applyProfile(operations);
const shape = 'aaaaa.aaaa+aaaaa@aaaa.aaaaaaa.aaa.aa';

/** Returns the texts and the facts of a Search with the given headers: of the journal, and of its HAR file. */
async function recorded(headers: Record<string, string>, change: object = {}) {
  const supplier = create();
  await supplier.fetch(`http://supplier.test${path}`, { method: 'POST', body: body(change), headers });
  const sandbox = supplier.sandboxes.require('default');
  const [entry] = sandbox.journal.read();
  if (!entry) throw new Error('nothing was recorded');
  const har = harEntry({ ...entry.facts, ...wireOf(sandbox, entry) }, 'http://supplier.test', dialect);
  const [fromHar] = readTraffic(JSON.stringify({ log: { entries: [har] } }), dialect).facts;
  return { text: journalText(supplier) + JSON.stringify(har), facts: entry.facts, fromHar };
}

/** Returns the facts of a Search in a HAR file of another program. */
function fromForeignHar(headers: object[]): PersonalHeader[] | undefined {
  const request = { method: 'POST', url: `http://supplier.example${path}`, headers };
  const entry = { startedDateTime: '2026-11-20T10:00:00Z', request, response: { status: 200 } };
  return readTraffic(JSON.stringify({ log: { entries: [entry] } }), dialect).facts[0]?.personalHeaders;
}

describe('personal data in the headers of a recorded call', () => {
  it.each([
    ['x-note', secrets.email, {}],
    ['agency-trace', encodeURIComponent(secrets.email), {}],
    ['cookie', `who=${btoa(secrets.email)}`, {}],
    ['x-note', secrets.email, { Unknown: 1 }],
  ])('auth.5: are known by the name %s and their form, without the value %s', async (name, value, change) => {
    const { facts, fromHar, text } = await recorded({ [name]: value }, change);
    expect(facts.personalHeaders).toEqual([{ name, shape }]);
    expect(facts.exposed).toBeUndefined();
    expect(fromHar?.personalHeaders).toEqual(facts.personalHeaders);
    for (const secret of [value, secrets.email]) expect(text).not.toContain(secret);
  });

  it('auth.5: keep only the last four digits of a card', async () => {
    const { facts, text } = await recorded({ 'x-pan': secrets.dashed });
    expect(facts.personalHeaders).toEqual([{ name: 'x-pan', shape: '9999-9999-9999-9999', last4: '1486' }]);
    expect(text).not.toContain(secrets.dashed);
  });

  it('are absent from a call without such data', async () => {
    const { facts } = await recorded({ 'x-request-id': crypto.randomUUID(), 'user-agent': secrets.email });
    expect(facts).not.toHaveProperty('personalHeaders');
  });

  it('are found in a HAR file of another program, but not in the headers of every client', () => {
    const names = ['User-Agent', 'From', 'X-Username', 'X-Note'];
    const headers = names.map(name => ({ name, value: secrets.email }));
    expect(fromForeignHar(headers)).toEqual([{ name: 'x-note', shape }]);
    expect(fromForeignHar(headers.slice(0, 3))).toBeUndefined();
  });
});
