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
    [{ options: { journalBytes: 'x' } }, 'options.journalBytes: expected a number, got "x"'],
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

  it('listen refuses an unknown option before it opens a port', () =>
    expect(listen(supplier, { prot: 0 } as never)).rejects.toThrow(
      'listen: prot: unknown; did you mean "port"?',
    ));

  it('listen shows no token of a wrong type', () =>
    expect(listen(supplier, { controlToken: 12345678 } as never)).rejects.toThrow(
      'listen: controlToken: expected text, got "***"',
    ));
});
