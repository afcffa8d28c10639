import { MatchersV3 } from '@pact-foundation/pact';
import { expect, it } from 'vitest';
import { type OperationId, operations, type ProblemCode } from '#contracts';
import { asked } from './asked.ts';
import { type ConsumerPact, createConsumerPact, type Expectation } from './consumer-pact.ts';

/** Errors[] with one entry, whose code the client relies on. */
export const errors = (code: ProblemCode) => [
  { Code: MatchersV3.equal(code), Message: 'What went wrong, in words.' },
];

/** A Retry-After header in seconds. */
const retryAfter = { 'Retry-After': MatchersV3.regex('^\\d+$', '30') };

/** The calls of one pact, each as a test. The last test compares the pact with the committed one. */
export type PactTests = ReturnType<typeof testsOf>;

interface Refused extends Partial<Omit<Expectation, 'answer'>> {
  /** Whether the error names the wrong field. */
  readonly namesField?: boolean;
}

/** Declares the tests of the pact that is committed under a name. */
export function describePact(name: string, declare: (tests: PactTests) => void): void {
  const pact = createConsumerPact();
  declare(testsOf(pact));
  it('gives the committed pact', async () => {
    await expect(pact.text()).toMatchFileSnapshot(`../../../contracts/pacts/${name}.json`);
  });
}

function testsOf(pact: ConsumerPact) {
  /** Words that begin with a comma follow the name of the operation at once. */
  const named = (operation: OperationId, words: string) =>
    `${operation}${/^(?:,|$)/.test(words) ? '' : ' '}${words}`;
  /** Declares a call with status 200, whose answer the client reads unchanged. The words tell it from the operation's others. */
  function answered(operation: OperationId, words = '', expectation: Partial<Expectation> = {}): void {
    const receives = named(operation, words);
    it(`reads ${receives}`, async () => {
      const { ended, example } = await pact.play({ operation, receives, ...expectation });
      expect(ended).toMatchObject({ answer: example });
    });
  }
  /** Declares a call that ends with an error of the client, with a status and a code. */
  function refused(
    operation: OperationId,
    words: string,
    status: number,
    code: ProblemCode,
    more: Refused = {},
  ): void {
    const { namesField = false, ...expectation } = more;
    const receives = named(operation, words);
    it(`reads ${receives}`, async () => {
      const [error] = errors(code);
      const answer = { Errors: MatchersV3.eachLike({ ...error, ...(namesField && { Field: 'Token' }) }) };
      const headers = status === 429 ? retryAfter : {};
      const { ended } = await pact.play({ operation, receives, status, headers, answer, ...expectation });
      const waits = status === 429 ? 30_000 : undefined;
      expect(ended).toMatchObject({ error: { status, errors: [{ Code: code }], retryAfter: waits } });
    });
  }
  /** Declares 400, 401, 429 and 500 of an operation. */
  function refusedAsAll(operation: OperationId, states: Partial<Record<400 | 429 | 500, string>> = {}): void {
    const isStatic = operations[operation].base === 'commons';
    const fault = (status: 400 | 429 | 500, more = '') =>
      states[status] ?? `the fault ${operation}:status=${status}${more}`;
    // The path of a GET holds its whole request, so an incomplete one is another path. A list needs no criteria.
    if (isStatic || operation === 'getBookingList')
      refused(operation, ', and refuses it', 400, 'InvalidRequest', { given: [fault(400)] });
    else {
      const nothing = { given: [], request: {}, namesField: true };
      refused(operation, ', with nothing in it', 400, 'InvalidRequest', nothing);
    }
    const code = isStatic ? 'InvalidStaticToken' : 'InvalidCredential';
    const stranger = { given: [], request: isStatic ? asked(operation) : {}, isStranger: true };
    refused(operation, ', of a stranger', 401, code, stranger);
    refused(operation, ', too often', 429, 'RateLimited', { and: fault(429, ',retryAfter=30') });
    refused(operation, ', and fails', 500, 'InternalError', { and: fault(500) });
  }
  return { answered, refused, refusedAsAll };
}
