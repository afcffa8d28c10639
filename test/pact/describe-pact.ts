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
export const retryAfter = { 'Retry-After': MatchersV3.regex('^\\d+$', '30') };

/** The calls of one pact, each as a test. The last test compares the pact with the committed one. */
export interface PactTests {
  /** Declares a call with status 200, whose answer the client reads unchanged. */
  answered(expectation: Expectation): void;
  /** Declares a call that ends with an error of the client, with a status and a code. */
  refused(
    expectation: Omit<Expectation, 'answer'> & {
      readonly status: number;
      readonly code: ProblemCode;
      /** Whether the error names the wrong field. */
      readonly namesField?: boolean;
    },
  ): void;
  /** Declares 400, 401, 429 and 500 of an operation. */
  refusedAsAll(operation: OperationId, named?: Partial<Record<400 | 401 | 429 | 500, string>>): void;
}

/** Declares the tests of the pact that is committed under a name. */
export function describePact(name: string, declare: (tests: PactTests) => void): void {
  const pact = createConsumerPact();
  declare(testsOf(pact));
  it('gives the committed pact', async () => {
    await expect(pact.text()).toMatchFileSnapshot(`../../../contracts/pacts/${name}.json`);
  });
}

function testsOf(pact: ConsumerPact): PactTests {
  const answered: PactTests['answered'] = expectation =>
    it(`reads ${expectation.receives ?? expectation.operation}`, async () => {
      const { ended, example } = await pact.play(expectation);
      expect(ended).toMatchObject({ answer: example });
    });
  const refused: PactTests['refused'] = ({ code, namesField = false, ...expectation }) =>
    it(`reads ${expectation.receives ?? expectation.operation}`, async () => {
      const [error] = errors(code);
      const { ended } = await pact.play({
        ...expectation,
        answer: { Errors: MatchersV3.eachLike({ ...error, ...(namesField && { Field: 'Token' }) }) },
      });
      const { status } = expectation;
      const retryAfter = status === 429 ? 30_000 : undefined;
      expect(ended).toMatchObject({ error: { status, errors: [{ Code: code }], retryAfter } });
    });
  return {
    answered,
    refused,
    refusedAsAll(operation, named = {}) {
      for (const expectation of refusalsOf(operation, named)) refused(expectation);
    },
  };
}

type Refusal = Parameters<PactTests['refused']>[0];

function refusalsOf(operation: OperationId, named: Partial<Record<number, string>>): Refusal[] {
  const isStatic = operations[operation].base === 'commons';
  const needs = `all that ${operation} needs`;
  const fault = (status: number, more = '') =>
    named[status] ?? `the fault ${operation}:status=${status}${more}`;
  const of = (status: number, words: string) => ({ operation, status, receives: `${operation}, ${words}` });
  return [
    // The path of a GET holds its whole request, so an incomplete one is another path. A list needs no criteria.
    isStatic || operation === 'getBookingList'
      ? { ...of(400, 'and refuses it'), code: 'InvalidRequest', given: [fault(400)] }
      : {
          ...of(400, 'with nothing in it'),
          code: 'InvalidRequest',
          given: [],
          request: {},
          namesField: true,
        },
    {
      ...of(401, 'of a stranger'),
      code: isStatic ? 'InvalidStaticToken' : 'InvalidCredential',
      given: [],
      request: isStatic ? asked(operation) : {},
      isStranger: true,
    },
    {
      ...of(429, 'too often'),
      code: 'RateLimited',
      given: [needs, fault(429, ',retryAfter=30')],
      headers: retryAfter,
    },
    { ...of(500, 'and fails'), code: 'InternalError', given: [needs, fault(500)] },
  ];
}
