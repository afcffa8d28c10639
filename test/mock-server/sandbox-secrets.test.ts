import { describe, expect, it } from 'vitest';
import { createMockSupplier, type MockSupplierOptions } from '#mock-server';
import { createCredentialIndex } from '#mock-server/sandboxes/credential-index';
import { createControlClient } from './control/control-client.ts';
import { createHotelClient } from './hotel-client.ts';

const generated = (options: MockSupplierOptions = {}) => {
  const { credentials, staticToken, mcpToken } = createMockSupplier(options).sandboxes.create({
    id: 'same',
    seed: 'same',
  }).identity;
  return [credentials[0]?.Password, staticToken, mcpToken];
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
  it('auth.5: does not follow from seed and password', () => {
    const [random, seeded] = (['random', 'seed'] as const).map(from =>
      createMockSupplier({ secretsFrom: from }).sandboxes.require('default').redactor.mark('123456'),
    );
    expect(random).toMatch(/^~[\da-f]{8}$/);
    expect(random).not.toBe(seeded);
  });

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
    const client = createHotelClient(there.fetch, {
      baseUrl: 'http://supplier.test/sandbox/one',
      credential: { Username, Password },
    });
    await client.search();
    const [entry] = imported.journal.read();
    expect(entry?.facts.credential?.mark).toBe(`${Username}:${origin.redactor.mark(Password)}`);
  });
});

describe('the index of credentials', () => {
  const identityOf = (id: string) => ({
    id,
    seed: '',
    credentials: [{ Username: id, Password: 'p' }],
    staticToken: `static ${id}`,
    managerId: Number(id),
    mcpToken: `mcp ${id}`,
    options: {
      rateLimit: false as const,
      idempotency: 'ignored' as const,
      ids: 'known' as const,
      journalBytes: 1,
    },
  });

  it('finds a sandbox by each of its secrets, of several the one that was made first', () => {
    const index = createCredentialIndex();
    for (const id of ['1', '2']) index.add(identityOf(id));
    index.add({ ...identityOf('1'), id: 'fork' });
    const found = () => [
      index.ofCredential('1', 'p', 'x'),
      index.ofStaticToken('static 1', 'x'),
      index.ofManagerId(1, 'x'),
      index.ofMcpToken('mcp 1', 'x'),
    ];
    expect(found()).toEqual(['1', '1', '1', '1']);
    index.remove(identityOf('1'));
    expect(found()).toEqual(['fork', 'fork', 'fork', 'fork']);
    index.remove({ ...identityOf('1'), id: 'fork' });
    expect(found()).toEqual([undefined, undefined, undefined, undefined]);
    expect(index.ofCredential('2', 'p', 'x')).toBe('2');
  });

  it('finds only sandboxes of the same namespace', () => {
    const index = createCredentialIndex();
    index.add({ ...identityOf('1'), id: 'team-a.1' });
    for (const near of ['team-b.2', '1'])
      expect([
        index.ofCredential('1', 'p', near),
        index.ofStaticToken('static 1', near),
        index.ofManagerId(1, near),
        index.ofMcpToken('mcp 1', near),
      ]).toEqual([undefined, undefined, undefined, undefined]);
    expect(index.ofManagerId(1, 'team-a.2')).toBe('team-a.1');
  });
});
