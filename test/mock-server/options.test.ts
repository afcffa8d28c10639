import { describe, expect, it } from 'vitest';
import { createMockSupplier } from '#mock-server';

describe('createMockSupplier', () => {
  it.each([
    [{ clok: { mode: 'manual' } }, /unknown option "clok"; did you mean "clock"\?/],
    [{ clock: { mode: 'manua' } }, /clock\.mode is "manua"; did you mean "manual"\?/],
    [{ clock: { mode: 'manual', statr: 0 } }, /unknown option "clock\.statr"; did you mean "start"\?/],
    [{ clock: 'manual' }, /clock is "manual"; expected an object/],
    [{ options: { rateLimt: false } }, /unknown option "options\.rateLimt"; did you mean "rateLimit"\?/],
    [{ options: { ids: 'anny' } }, /options\.ids is "anny"; did you mean "any"\?/],
    [{ options: { idempotency: true } }, /options\.idempotency is a value of type boolean; expected one of/],
    [{ credential: { Username: 'a', Pasword: 'b' } }, /"credential\.Pasword"; did you mean "Password"\?/],
    [{ credentials: [{ Username: 'a', password: 'b' }] }, /"credentials\[0\]\.password"; did you mean/],
    [{ credentials: { Username: 'a' } }, /credentials is a value of type object; expected a list/],
    [{ id: 'mine' }, /unknown option "id"/],
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
