import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { type Client, createClient, HttpError } from '#client';
import { type OperationId, operations, writeAddress } from '#contracts';
import { asObject } from '#contracts/util';
import { asked } from './asked.ts';
import { exampleIn, matchersOf } from './matchers.ts';

/** One call of the reference client, and the answer that it relies on. */
export interface Expectation {
  readonly operation: OperationId;
  /** What is received, in words that tell it from the other calls of the operation. */
  readonly receives: string;
  /** Provider states; the one that gives what the operation needs when absent. */
  readonly given?: readonly string[];
  /** States behind that one. */
  readonly and?: readonly string[];
  /** What is asked; as in the OpenAPI document when absent. */
  readonly request?: object;
  /** Who asks has a wrong password, or a wrong static token. */
  readonly isStranger?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, MatchersV3.V3RegexMatcher>>;
  /** An example; Pact matchers in it say what has to be exactly so. */
  readonly answer: unknown;
  /** Names of lists in it whose entries all have every field that the example shows. */
  readonly whole?: readonly string[];
  /** Names of lists that have, among others, entries such as each one of the example. */
  readonly some?: readonly string[];
}

/** How a call ended for the client. */
export type Ended = { readonly answer: unknown } | { readonly error: HttpError };

/** A pact that is being made. */
export interface ConsumerPact {
  /** Adds one interaction, plays it with the reference client, and gives what that made of it, with the example that came. */
  play(expectation: Expectation): Promise<{ ended: Ended; example: unknown }>;
  /** The pact as it is committed: in order, and without the versions of tools. */
  text(): string;
  remove(): void;
}

const idempotencyKey = '5d3f4a3e-7c52-4f0a-9b46-2f6f3f1f8a11';
const names = { consumer: 'understudy-client', provider: 'travel-supplier' };
const json = { 'Content-Type': 'application/json' };

/** Begins a pact. */
export function createConsumerPact(): ConsumerPact {
  const dir = mkdtempSync(join(tmpdir(), 'understudy-pact-'));
  const pact = new PactV4({ ...names, dir, logLevel: 'error' });

  async function play(expectation: Expectation) {
    const { operation, receives, status = 200, headers, isStranger = false } = expectation;
    const { given = [`all that ${operation} needs`], and = [], request = asked(operation) } = expectation;
    const { answer: schema } = operations[operation];
    const { whole = [], some = [] } = expectation;
    const answer =
      status === 200 ? matchersOf(schema, expectation.answer, { whole, some }) : expectation.answer;
    const begun = [...given, ...and].reduce(
      (interaction, state) => interaction.given(state),
      pact.addInteraction(),
    );
    const ended = await begun
      .uponReceiving(receives)
      .withRequest(...requestOf(operation, request, isStranger))
      .willRespondWith(status, builder => {
        builder.headers({ ...json, ...headers });
        builder.jsonBody(answer);
      })
      .executeTest(({ url }) => call(clientOf(url, isStranger), operation, request));
    if (!ended) throw new Error(`${receives}: the call was not made`);
    return { ended, example: exampleIn(answer) };
  }

  return {
    play,
    text() {
      const file = join(dir, `${names.consumer}-${names.provider}.json`);
      return committed(JSON.parse(readFileSync(file, 'utf8')));
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

const proofs = {
  own: { credential: { Username: 'demo', Password: 'demo' }, staticToken: 'demo-static-token', managerId: 1 },
  wrong: { credential: { Username: 'demo', Password: 'wrong' }, staticToken: 'wrong', managerId: 1 },
};
const proofOf = (isStranger: boolean) => (isStranger ? proofs.wrong : proofs.own);

const clientOf = (baseUrl: string, isStranger: boolean): Client =>
  createClient({ baseUrl, ...proofOf(isStranger) });

async function call(client: Client, operation: OperationId, request: object): Promise<Ended> {
  const plain = MatchersV3.reify(request as never) as never; // JSON with the examples in the places of matchers
  const options = { attempts: 1, ...(hasKey(operation) && { idempotencyKey }) };
  try {
    return await client.call(operation, plain, options);
  } catch (error) {
    // An error opens no breaker at once, and one attempt is made: what comes is the answer's own error.
    if (error instanceof HttpError) return { error };
    throw error;
  }
}

const hasKey = (operation: OperationId): boolean => operations[operation].effect === 'book';

type RequestArguments = Parameters<ReturnType<PactV4['addInteraction']>['withRequest']>;

/** The request as Pact writes it. */
function requestOf(operation: OperationId, request: object, isStranger: boolean): RequestArguments {
  const { method, path } = operations[operation];
  const { credential, staticToken, managerId } = proofOf(isStranger);
  if (method === 'GET') {
    const address = new URL(
      writeAddress(path, { ...request, token: staticToken, managerId }),
      'http://pact.test',
    );
    return [
      method,
      address.pathname,
      builder =>
        builder.query(Object.fromEntries(address.searchParams)).headers({ Accept: 'application/json' }),
    ];
  }
  return [
    method,
    path,
    builder => {
      builder.headers({
        Accept: 'application/json',
        'Content-Type': 'application/json',
        ...(hasKey(operation) && { 'Idempotency-Key': MatchersV3.uuid(idempotencyKey) }),
      });
      builder.jsonBody({ Credential: credential, ...request });
    },
  ];
}

/** Sorted, and with nothing in it that a newer tool would write otherwise. */
function committed(pact: Record<string, unknown>): string {
  const { interactions, metadata } = pact;
  const { pactSpecification } = asObject(metadata);
  const sorted = (Array.isArray(interactions) ? interactions : []).toSorted((a, b) =>
    a.description < b.description ? -1 : 1,
  );
  const kept = { ...pact, interactions: sorted, metadata: { pactSpecification } };
  return `${JSON.stringify(kept, null, 2)}\n`;
}
