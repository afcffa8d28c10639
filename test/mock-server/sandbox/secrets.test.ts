import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { createControlClient } from '../control/control-client.ts';
import { createHotelClient } from '../hotel-client.ts';

const generated = (options: MockSupplierOptions = {}) => {
  const { identity } = createMockSupplier(options).sandboxes.create({ id: 'same', seed: 'same' });
  return [identity.credentials[0]?.Password, identity.staticToken, identity.mcpToken];
};

describe('generated passwords and tokens', () => {
  it('are others in each server, although id and seed are the same', () => {
    const [first, second] = [generated(), generated()];
    for (const [index, secret] of first.entries()) {
      expect(secret).toMatch(/^(?:static-|mcp-)?[\da-f]{20}$/);
      expect(second[index]).not.toBe(secret);
    }
  });

  it('are the same in each server whose secrets come from the seed', () => {
    expect(generated({ secretsFrom: 'seed' })).toEqual(generated({ secretsFrom: 'seed' }));
  });

  it('stay through a reset', () => {
    const { sandboxes } = createMockSupplier();
    const { identity } = sandboxes.create({ id: 'same' });
    expect(sandboxes.reset('same').identity).toEqual(identity);
  });
});

describe('the mark of a password', () => {
  it('is the same in forks, and for the sandbox’s own secrets after an import into another process', async () => {
    const here = createMockSupplier({ secretsFrom: 'seed' }); // a key other than that of the process
    const origin = here.sandboxes.create({ id: 'one' });
    const [{ Username, Password } = { Username: '', Password: '' }] = origin.identity.credentials;
    const file = await createControlClient(here.fetch).send('exportSandbox', { id: 'one' });
    const there = createMockSupplier();
    await createControlClient(there.fetch).ask('importSandbox', { body: await file.json() });
    const imported = there.sandboxes.require('one');
    const fork = there.sandboxes.restore(imported.dump());
    for (const text of [Password, origin.identity.staticToken, `Bearer ${origin.identity.mcpToken}`])
      for (const { redactor } of [imported, fork])
        expect(redactor.mark(text)).toBe(origin.redactor.mark(text));
    expect(imported.redactor.mark('another')).not.toBe(origin.redactor.mark('another'));
    const baseUrl = 'http://supplier.test/sandbox/one';
    const client = createHotelClient(there.fetch, { baseUrl, credential: { Username, Password } });
    await client.search();
    const [entry] = imported.journal.read();
    expect(entry?.facts.credential?.mark).toBe(`${Username}:${origin.redactor.mark(Password)}`);
  });
});
