import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';
import { listen } from '#mock-server/node';

describe('createMockSupplier', () => {
  it.each([
    [{ clok: { mode: 'manual' } }, /unknown option "clok"; did you mean "clock"\?/],
    [{ clock: { mode: 'manua' } }, /clock\.mode is "manua"; did you mean "manual"\?/],
    [{ clock: { mode: 'manual', statr: 0 } }, /unknown option "clock\.statr"; did you mean "start"\?/],
    [{ clock: 'manual' }, /clock is "manual"; expected an object/],
    [{ clock: { mode: 'scaled', scale: '10' } }, /clock\.scale is "10"; expected a number/],
    [{ options: { rateLimt: false } }, /unknown option "options\.rateLimt"; did you mean "rateLimit"\?/],
    [{ options: { ids: 'anny' } }, /options\.ids is "anny"; did you mean "any"\?/],
    [{ options: { idempotency: true } }, /options\.idempotency is a value of type boolean; expected one of/],
    [{ credential: { Username: 'a', Pasword: 'b' } }, /"credential\.Pasword"; did you mean "Password"\?/],
    [{ credentials: [{ Username: 'a', password: 'b' }] }, /"credentials\[0\]\.password"; did you mean/],
    [{ credential: { Username: 'a' } }, /credential\.Password is missing/],
    [
      { credential: { Username: 'a', Password: 12 } },
      /credential\.Password is a value of type number; expected text/,
    ],
    [
      { options: { rateLimit: '5' } },
      /options\.rateLimit is "5"; expected a whole number from 1 \(requests per minute\)/,
    ],
    [{ options: { rateLimit: -1 } }, /options\.rateLimit is -1; expected/],
    [{ options: { journalBytes: 'x' } }, /options\.journalBytes is "x"; expected a whole number from 0/],
    [{ seed: {} }, /seed is a value of type object; expected text or a number/],
    [{ profile: 'x' }, /profile is "x"; expected an object/],
    [{ catalogue: {} }, /catalogue is a value of type object; expected a list/],
    [
      { machine: { now: Date.now } },
      /machine is a value of type object; the method monotonic\(\) is missing/,
    ],
    [{ toString: 1 }, /unknown option "toString"/],
    ['manual', /the argument is "manual"; expected an object/],
    [null, /the argument is null; expected an object/],
  ])('refuses %j with the name of the option', (options, message) => {
    const create = () => createMockSupplier(options as never); // deliberately wrong
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it('takes undefined as not given', () => {
    const options = { clock: undefined, options: { ids: undefined }, seed: undefined };
    expect(createMockSupplier(options).sandboxes.list()).toHaveLength(1);
  });
});

describe('sandboxes.create and listen', () => {
  const supplier = createMockSupplier();

  it.each([
    [{ clok: {} }, /^sandboxes\.create: unknown option "clok"; did you mean "clock"\?/],
    [{ clock: { mode: 'manua' } }, /^sandboxes\.create: clock\.mode is "manua"; did you mean "manual"\?/],
  ])('create refuses %j with the name of the option', (config, message) => {
    const create = () => supplier.sandboxes.create(config as never); // wrong on purpose
    expect(create).toThrow(TypeError);
    expect(create).toThrow(message);
  });

  it('listen refuses an unknown option before it opens a port', () =>
    expect(listen(supplier, { prot: 0 } as never)).rejects.toThrow(
      /^listen: unknown option "prot"; did you mean "port"\?/,
    ));
});
