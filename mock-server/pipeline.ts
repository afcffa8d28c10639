import {
  type Complaint,
  type Dialect,
  type Ending,
  type ErrorEntry,
  latestToday,
  type OperationId,
  type RequestOf,
} from '#contracts';
import { destinationAt } from './inventory/places.ts';
import { localDate } from './inventory/reference/index.ts';
import { addressesOf } from './middleware/address.ts';
import { authenticate, type Holders } from './middleware/authenticate.ts';
import { authenticateStatic } from './middleware/authenticate-static.ts';
import { type Body, textOf } from './middleware/body.ts';
import type { ExchangeState, Incoming, Outcome } from './middleware/exchange.ts';
import { defectText, finish } from './middleware/finish.ts';
import { createSecretHider, type HideSecrets } from './middleware/hide-secrets.ts';
import { limitRate } from './middleware/limit-rate.ts';
import { createMatcher } from './middleware/match-operation.ts';
import { parseBody } from './middleware/read-body.ts';
import { createUrlReader } from './middleware/read-url.ts';
import { refuseScenario } from './middleware/refuse-scenario.ts';
import { replayByKey } from './middleware/replay.ts';
import { validate } from './middleware/validate.ts';
import type { Handler } from './operations/handler.ts';
import { handlers } from './operations/index.ts';
import type { PlayExchange } from './play-exchange.ts';
import { Refusal, refuse } from './refusal.ts';
import type { Sandbox } from './sandbox.ts';

/** An answer, and the way to say what became of it. */
export interface Answered extends Pick<Outcome, 'status' | 'headers' | 'body' | 'isAscii'> {
  /** To be called once, when the answer was handed over or the client was gone. */
  closed(ending: Ending, bytes: number): void;
}

/** Plays one call in a sandbox. */
export type Pipeline = (sandbox: Sandbox, incoming: Incoming) => Promise<Answered>;

/** What the pipeline needs beside the sandbox that a call reaches. */
export interface PipelineOptions {
  dialect: Dialect;
  playExchange: PlayExchange;
  holders: Holders;
}

/**
 * The way of a request, in order: record, match, read, authenticate, limit the rate, validate, handle, answer, record.
 * From the parsed body to the answer nothing waits, so every call takes effect as one.
 */
export function createPipeline({ dialect, playExchange, holders }: PipelineOptions): Pipeline {
  const addresses = addressesOf(dialect);
  const matchOperation = createMatcher(addresses);
  const withoutSecrets = createSecretHider(addresses);
  const readUrl = createUrlReader(dialect);

  function play(exchange: ExchangeState, text: string | null): Body {
    const { sandbox } = exchange;
    sandbox.clock.settle();
    if (sandbox.closed)
      throw refuse(
        'SandboxClosed',
        `sandbox "${sandbox.identity.id}" was closed; reset it or make another one`,
      );
    const { address, parameters } = matchOperation(exchange);
    const { operation } = address;
    exchange.operation = operation;
    exchange.body =
      operation.method === 'GET' ? readUrl(exchange, parameters, text) : parseBody(exchange, text, dialect);
    exchange.owner =
      operation.base === 'commons' ? authenticateStatic(exchange, holders) : authenticate(exchange, holders);
    limitRate(exchange, exchange.owner);
    refuseScenario(exchange);
    exchange.body = validate(exchange, {
      latestToday: latestToday(exchange.now),
      today: place => todayAt(place, exchange),
      supplier: body => complaintsOf(exchange, body),
    });
    return handle(exchange, dialect);
  }

  return (sandbox, incoming) =>
    playExchange(sandbox, incoming, (exchange, text) =>
      answer(exchange, () => play(exchange, text), { dialect, withoutSecrets }),
    );
}

/** What the inventory says to the criteria of a Search. */
function complaintsOf({ sandbox, operation, now }: ExchangeState, body: unknown): Complaint[] {
  const criteria = (body as { Criteria?: unknown } | null)?.Criteria; // read with care: it may be anything
  if (!operation?.product || typeof criteria !== 'object' || criteria === null) return [];
  return sandbox.inventoryOf(operation.product).complaints(criteria, now);
}

function todayAt(place: unknown, { sandbox, now }: ExchangeState): string {
  const known = destinationAt(place, sandbox.places);
  return localDate(known?.timeZone ?? 'Etc/GMT+12', now); // unknown: where today begins last
}

/** Calls the operation's handler and writes its answer as the client reads it. */
function handle(exchange: ExchangeState, dialect: Dialect): Body {
  const { operation, sandbox, now, owner, body } = exchange;
  if (!operation || owner === undefined)
    throw new Error('handle: the call was not matched and authenticated');
  const id = operation.id as OperationId; // the registry's operations have no other ids
  const handler = handlers[id] as Handler<OperationId>; // each takes the request of its own operation
  const call = { sandbox, now, owner, directives: sandbox.directives };
  // The body was validated by that operation's schema.
  const reply = replayByKey(exchange, () => handler(body as RequestOf<never>, call));
  if ('written' in reply) {
    exchange.recipe = reply.written.recipe;
    exchange.written = reply.written.facts;
    exchange.release = reply.written.release;
    return dialect.plain
      ? reply.written.text
      : [JSON.stringify(dialect.toDialect(id, 'answer', JSON.parse(textOf(reply.written.text))))];
  }
  exchange.answer = reply.answer;
  exchange.warnings.push(...(reply.warnings ?? []));
  return [JSON.stringify(dialect.plain ? reply.answer : dialect.toDialect(id, 'answer', reply.answer))];
}

/** Runs the way of a call to its end and gives the answer, whatever happened on it. */
function answer(
  exchange: ExchangeState,
  run: () => Body,
  { dialect, withoutSecrets }: { dialect: Dialect; withoutSecrets: HideSecrets },
): Outcome {
  try {
    const body = run();
    return finish(exchange, { status: 200, body, isAscii: exchange.written !== undefined && dialect.plain });
  } catch (error) {
    const refusal = withoutSecrets(
      exchange,
      error instanceof Refusal ? error : refuse('InternalError', defectText(error)),
    );
    const id = exchange.operation?.id ?? null;
    exchange.answer = { Errors: refusal.entries.map(entry => prefix(entry, entry.Field)) };
    const shown = refusal.entries.map(entry => {
      const field = entry.Field === undefined ? undefined : dialect.fieldPath(id, 'request', entry.Field);
      return prefix(entry, field);
    });
    const body = [JSON.stringify(dialect.toDialect(id, 'answer', { Errors: shown }))];
    return finish(exchange, { status: refusal.status, body, isAscii: false }, refusal.headers);
  }
}

/** An entry whose message begins with the field it is about, under the name the client knows. */
function prefix(entry: ErrorEntry, field: string | undefined): ErrorEntry {
  return field === undefined ? entry : { ...entry, Message: `${field}: ${entry.Message}`, Field: field };
}
