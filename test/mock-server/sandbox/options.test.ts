import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';
import { scenarioOf } from './scenario-runs/scenarios.ts';

describe('createMockSupplier', () => {
  it.each([
    [{ clok: { mode: 'manual' } }, 'clok: unknown; did you mean "clock"?'],
    [{ clock: { mode: 'manua' } }, /clock\.mode: expected one of .*, got "manua"; did you mean "manual"\?/],
    [{ clock: { mode: 'manual', statr: 0 } }, 'clock.statr: unknown; did you mean "start"?'],
    [{ clock: 'manual' }, 'clock: expected an object, got "manual"'],
    [{ clock: { mode: 'scaled', scale: '10' } }, 'clock.scale: expected a number, got "10"'],
    [{ options: { rateLimt: false } }, 'options.rateLimt: unknown; did you mean "rateLimit"?'],
    [{ options: { ids: 'anny' } }, /options\.ids: expected one of .*, got "anny"; did you mean "any"\?/],
    [{ options: { idempotency: true } }, 'options.idempotency: expected one of ignored, honoured, got true'],
    [{ credential: { Username: 'a', Pasword: 'b' } }, 'credential.Pasword: unknown; did you mean'],
    [{ credentials: [{ Username: 'a', password: 'b' }] }, 'credentials[0].password: unknown; did you mean'],
    [{ credential: { Username: 'a' } }, 'credential.Password: missing'],
    [{ credential: { Username: 'a', Password: 12345 } }, 'credential.Password: expected text, got "***"'],
    [{ options: { rateLimit: '5' } }, 'options.rateLimit: expected a whole number of requests a minute'],
    [{ options: { rateLimit: -1 } }, 'options.rateLimit: expected at least 1, got -1'],
    ...['x', -1, 0.5, Number.NaN].map((value): [object, string] => [
      { options: { journalBytes: value } },
      `options.journalBytes: expected a whole number of bytes from 0 to 2147483648, got ${typeof value === 'string' ? `"${value}"` : value}`,
    ]),
    ...[0, -1, 1.5, Number.NaN, 1_000_001].flatMap((value): [object, string][] => [
      [
        { maxSandboxes: value },
        `createMockSupplier: maxSandboxes: expected a whole number from 1 to 1000000, got ${value}`,
      ],
      [{ options: { rateLimit: value } }, 'options.rateLimit: expected '],
    ]),
    ...[-1, 1.5, Number.NaN].map((value): [object, string] => [
      { managerId: value },
      `managerId: expected a whole number from 0 to 9007199254740991, got ${value}`,
    ]),
    [{ seed: {} }, 'seed: expected text or a number, got {}'],
    [{ profile: 'x' }, 'profile: expected an object, got "x"'],
    [{ catalogue: {} }, 'catalogue: expected a list, got {}'],
    [{ machine: { now: Date.now } }, 'machine.monotonic: expected a function'],
    [{ toString: 1 }, 'toString: unknown; known are seed, credential'],
    ['manual', 'createMockSupplier: expected an object, got "manual"'],
    [null, 'createMockSupplier: expected an object, got null'],
  ])('refuses %j with the name of the option', (options, message) => {
    const create = () => createMockSupplier(options as never); // deliberately wrong
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it.each([0, -1, 1_000_001])('refuses a clock with the scale %d', scale => {
    const create = () => createMockSupplier({ clock: { mode: 'scaled', scale } });
    expect(create).toThrow(
      `scale: ${scale} is not a valid scale for a scaled clock; give a number above 0 and up to 1000000`,
    );
  });

  it('takes undefined as not given', () => {
    const identity = { credential: undefined, staticToken: undefined, managerId: undefined };
    const options = { clock: undefined, options: { ids: undefined }, seed: undefined, ...identity };
    expect(createMockSupplier(options).sandboxes.require('default').identity).toMatchObject({
      credentials: [{ Username: 'demo', Password: 'demo' }],
      staticToken: 'demo-static-token',
      managerId: 1,
      options: { ids: 'known' },
    });
  });

  it('takes an undefined option as not given, and then the option of the scenario', () => {
    const catalogue = [scenarioOf('any-id', { options: { ids: 'any' } })];
    const { sandboxes } = createMockSupplier({ catalogue, scenario: 'any-id', options: { ids: undefined } });
    expect(sandboxes.require('default').identity.options.ids).toBe('any');
  });
});

describe('sandboxes.create and listen', () => {
  const supplier = createMockSupplier();

  it.each([
    [{ clok: {} }, 'sandboxes.create: clok: unknown; did you mean "clock"?'],
    [{ clock: { mode: 'manua' } }, /^sandboxes\.create: clock\.mode: expected .* did you mean "manual"\?/],
  ])('create refuses %j with the name of the option', (config, message) => {
    const create = () => supplier.sandboxes.create(config as never); // wrong on purpose
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it.each([0, -1, 1.5, Number.NaN, 31_536_001])('create refuses to expire after %d seconds', expiresAfter => {
    expect(() => supplier.sandboxes.create({ expiresAfter })).toThrow(
      `sandboxes.create: expiresAfter: expected a whole number of seconds from 1 to 31536000, got ${expiresAfter}`,
    );
  });

  it.each([
    [{ prot: 0 }, 'prot: unknown; did you mean "port"?'],
    [{ controlToken: 12345678 }, 'controlToken: expected text, got "***"'],
    [{ port: 65_536 }, 'port: expected a whole number from 0 to 65535, got 65536'],
    [{ port: Number.NaN }, 'port: expected a whole number from 0 to 65535, got NaN'],
    [{ requestTimeout: 0 }, 'requestTimeout: expected a whole number from 1 to 2147483647, got 0'],
    [{ requestTimeout: 0.5 }, 'requestTimeout: expected a whole number from 1 to 2147483647, got 0.5'],
  ])('listen refuses %j before it opens a port, and shows no token', async (options, message) => {
    const opened = listen(supplier, options as never); // wrong on purpose
    await expect(opened).rejects.toThrow(new TypeError(`listen: ${message}`));
  });
});
