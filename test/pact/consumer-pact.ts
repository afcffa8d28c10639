import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { type Client, createClient, HttpError } from '#client';
import { type OperationId, operations, writeAddress } from '#contracts';
import { asObject } from '#contracts/util';
import { createFolder } from '../folder.ts';
import { asked, exampleList } from './asked.ts';
import { exampleIn, matchersOf } from './matchers.ts';

/** One call of the reference client, and the answer that it relies on. */
export interface Expectation {
  readonly operation: OperationId;
  /** The description of the request, which no other call of the operation has. */
  readonly receives: string;
  /** Provider states. The default is the state with all that the operation needs. */
  readonly given?: readonly string[];
  /** A further state after these. */
  readonly and?: string;
  /** The request. The default is the request in the OpenAPI document. */
  readonly request?: object;
  /** Whether the request has a wrong password, or a wrong static token. */
  readonly isStranger?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, MatchersV3.V3RegexMatcher>>;
  /** An example. Its Pact matchers say which values must match exactly. The default is the answer in the OpenAPI document. */
  readonly answer?: unknown;
  /** Names of its lists whose entries all have every field of the example. */
  readonly whole?: readonly string[];
  /** Names of its lists that hold, among others, an entry like each one of the example. */
  readonly some?: readonly string[];
}

type Ended = { readonly answer: unknown } | { readonly error: HttpError };

export type ConsumerPact = ReturnType<typeof createConsumerPact>;

const idempotencyKey = '5d3f4a3e-7c52-4f0a-9b46-2f6f3f1f8a11';
const names = { consumer: 'understudy-client', provider: 'travel-supplier' };
const json = { 'Content-Type': 'application/json' };
const accept = { Accept: 'application/json' };

export function createConsumerPact() {
  const { path: dir } = createFolder();
  const pact = new PactV4({ ...names, dir, logLevel: 'error' });

  /** Adds an interaction, and plays it with the reference client. Returns the client's result and the example answer. */
  async function play(expectation: Expectation) {
    const { operation, receives, status = 200, headers, isStranger = false } = expectation;
    const { given = [`all that ${operation} needs`], and, request = asked(operation) } = expectation;
    const { answer: shown = exampleList(operation), whole = [], some = [] } = expectation;
    const schema = operations[operation].answer;
    const answer = status === 200 ? matchersOf(schema, shown, { whole, some }) : shown;
    const begun = pact.addInteraction();
    for (const state of and === undefined ? given : [...given, and]) begun.given(state);
    const ended = await begun
      .uponReceiving(receives)
      .withRequest(...requestOf(operation, request, isStranger))
      .willRespondWith(status, builder => builder.headers({ ...json, ...headers }).jsonBody(answer))
      .executeTest(({ url }) => call(clientOf(url, isStranger), operation, request));
    if (!ended) throw new Error(`${receives}: the call was not made`);
    return { ended, example: exampleIn(answer) };
  }

  return {
    play,
    /** Returns the pact as it is committed: sorted, and without the versions of tools. */
    text() {
      const file = join(dir, `${names.consumer}-${names.provider}.json`);
      return committed(JSON.parse(readFileSync(file, 'utf8')));
    },
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
  const plain = MatchersV3.reify(request as never) as never; // JSON with the examples in place of the matchers
  const options = { attempts: 1, ...(hasKey(operation) && { idempotencyKey }) };
  try {
    return await client.call(operation, plain, options);
  } catch (error) {
    // One attempt and no open breaker: the client's error is that of this answer.
    if (error instanceof HttpError) return { error };
    throw error;
  }
}

const hasKey = (operation: OperationId): boolean => operations[operation].effect === 'book';

type RequestArguments = Parameters<ReturnType<PactV4['addInteraction']>['withRequest']>;

/** Returns the request as Pact writes it. */
function requestOf(operation: OperationId, request: object, isStranger: boolean): RequestArguments {
  const { method, path } = operations[operation];
  const { credential, staticToken, managerId } = proofOf(isStranger);
  if (method === 'GET') {
    const own = writeAddress(path, { ...request, token: staticToken, managerId });
    const { pathname, searchParams } = new URL(own, 'http://pact.test');
    const query = Object.fromEntries(searchParams);
    return [method, pathname, builder => builder.query(query).headers(accept)];
  }
  const key = hasKey(operation) && { 'Idempotency-Key': MatchersV3.uuid(idempotencyKey) };
  const body = { Credential: credential, ...request };
  return [method, path, builder => builder.headers({ ...accept, ...json, ...key }).jsonBody(body)];
}

/** Returns a sorted copy, without data that depends on the version of a tool. */
function committed(pact: Record<string, unknown>): string {
  const { interactions, metadata } = pact;
  const { pactSpecification } = asObject(metadata);
  const all: { description: string }[] = Array.isArray(interactions) ? interactions : [];
  const sorted = all.toSorted((a, b) => (a.description < b.description ? -1 : 1));
  const kept = { ...pact, interactions: sorted, metadata: { pactSpecification } };
  return `${JSON.stringify(kept, null, 2)}\n`;
}
