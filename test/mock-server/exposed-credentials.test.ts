import { describe, expect, it } from 'vitest';
import { wireOf } from '#mock-server/pipeline/wire-of';
import { body, create, credential, journalText, password, path } from './masking-traces.ts';

/** Returns the journal of a Search with a credential in the body and in another place. */
async function recorded(url: string, headers: Record<string, string> = {}) {
  const supplier = create();
  await supplier.fetch(`http://supplier.test${url}`, { method: 'POST', body: body({}), headers });
  const sandbox = supplier.sandboxes.require('default');
  const [entry] = sandbox.journal.read();
  if (!entry) throw new Error('nothing was recorded');
  return { text: journalText(supplier), facts: entry.facts, wire: wireOf(sandbox, entry) };
}

const basic = `Basic ${btoa(`${credential.Username}:${password}`)}`;

describe('a credential beside the body', () => {
  it.each([
    ['authorization', basic],
    ['x-password', password],
    ['x-username', password],
    ['x-agency', `of ${password}`],
    ['cookie', `session=${encodeURIComponent(password)}`],
  ])('auth.1: is found in the header %s, whose value is not kept', async (name, value) => {
    const { facts, text } = await recorded(path, { [name]: value });
    expect(facts.exposed).toEqual([{ in: 'header', name }]);
    expect(facts.credential?.in).toBe('body');
    for (const secret of [value, password, encodeURIComponent(password)]) expect(text).not.toContain(secret);
  });

  it.each(['user', 'login', 'pwd', 'pass', 'note'])(
    'auth.1: is found in the parameter %s, whose value is not kept',
    async name => {
      const { facts, text } = await recorded(`${path}?${name}=${encodeURIComponent(password)}`);
      expect(facts.exposed).toEqual([{ in: 'url', name }]);
      expect(text).not.toContain(encodeURIComponent(password));
    },
  );

  it('auth.1: is not reported for another header with another value', async () => {
    const { facts, wire } = await recorded(path, { 'x-request-id': 'r-1', 'x-user-agent': 'app' });
    expect(facts.exposed).toBeUndefined();
    expect(wire.requestHeaders).not.toHaveProperty('x-request-id');
  });
});
