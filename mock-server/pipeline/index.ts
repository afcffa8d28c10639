import {
  type Complaint,
  type Dialect,
  type ErrorEntry,
  formatTimeSpan,
  latestToday,
  type OperationId,
  type RequestOf,
} from '#contracts';
import type { Ending } from '#contracts/exchange';
import type { Directives } from '../directives.ts';
import { carryOut } from '../faults/carry-out.ts';
import { type Course, isMadeUp } from '../faults/course.ts';
import { meetFaults } from '../faults/meet.ts';
import { refuseRevoked } from '../faults/revoked.ts';
import { destinationAt } from '../inventory/places.ts';
import { localDate } from '../inventory/reference/index.ts';
import type { Handler } from '../operations/handler.ts';
import { handlers } from '../operations/index.ts';
import { findPlay } from '../plays/find-play.ts';
import { concludeCall } from '../plays/go-on.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { CredentialIndex, Sandbox } from '../sandboxes/index.ts';
import { addressesOf } from './address.ts';
import { askedScenario } from './asked-scenario.ts';
import { authenticate } from './authenticate.ts';
import { authenticateStatic } from './authenticate-static.ts';
import { type Body, textOf } from './body.ts';
import type { ExchangeState, Incoming, Outcome } from './exchange.ts';
import { defectText, finish } from './finish.ts';
import { limitRate } from './limit-rate.ts';
import { createMatcher } from './match-operation.ts';
import type { PlayExchange } from './play-exchange.ts';
import { parseBody } from './read-body.ts';
import { createUrlReader } from './read-url.ts';
import { createRefusalRedactor, type RedactRefusal } from './redact-call.ts';
import { refuseClosed } from './refuse-closed.ts';
import { replayByKey } from './replay.ts';
import { validate } from './validate.ts';

/** An answer, and the way to say what became of it. */
export interface Answered extends Pick<Outcome, 'status' | 'headers' | 'body' | 'isAscii' | 'wire'> {
  /** To be called once, when the answer was handed over or the client was gone. */
  closed(ending: Ending, bytes: number): void;
}

/** Plays one call in a sandbox. */
export type Pipeline = (sandbox: Sandbox, incoming: Incoming) => Promise<Answered>;

/** What the pipeline needs beside the sandbox that a call reaches. */
export interface PipelineOptions {
  dialect: Dialect;
  playExchange: PlayExchange;
  holders: CredentialIndex;
}

/**
 * The way of a request, in order: record, match, read, authenticate, limit the rate, validate, find what it plays, meet
 * faults, handle, answer, record. From the parsed body to the answer nothing waits but a fault, and nothing within the operation itself,
 * so every call takes effect as one.
 */
export function createPipeline({ dialect, playExchange, holders }: PipelineOptions): Pipeline {
  const addresses = addressesOf(dialect);
  const matchOperation = createMatcher(addresses);
  const redactRefusal = createRefusalRedactor(addresses);
  const readUrl = createUrlReader(dialect);

  /** Everything before the operation itself: what is wrong with a call is said here, and changes nothing. */
  function prepare(exchange: ExchangeState, text: string | null): void {
    const { sandbox } = exchange;
    sandbox.clock.settle();
    refuseClosed(sandbox);
    const { address, parameters } = matchOperation(exchange);
    const { operation } = address;
    exchange.operation = operation;
    exchange.body =
      operation.method === 'GET' ? readUrl(exchange, parameters, text) : parseBody(exchange, text, dialect);
    exchange.asked = askedScenario(exchange.incoming, sandbox.plays.catalogue);
    exchange.owner =
      operation.base === 'commons' ? authenticateStatic(exchange, holders) : authenticate(exchange, holders);
    refuseRevoked(exchange, exchange.owner);
    limitRate(exchange, exchange.owner);
    exchange.body = validate(exchange, {
      latestToday: latestToday(exchange.now),
      today: place => todayAt(place, exchange),
      supplier: body => complaintsOf(exchange, body),
    });
    exchange.play = findPlay(exchange);
    if (exchange.play) refuseRevoked(exchange, exchange.owner);
  }

  const refuseWith = (exchange: ExchangeState, error: unknown): Outcome =>
    refusalOutcome(exchange, error, { dialect, redactRefusal });

  /** The operation itself; whatever happens in it, there is an answer. */
  function run(exchange: ExchangeState): Outcome {
    try {
      const body = handle(exchange, dialect);
      return finish(exchange, {
        status: 200,
        body,
        isAscii: exchange.written !== undefined && dialect.plain,
      });
    } catch (error) {
      return refuseWith(exchange, error);
    }
  }

  function empty(exchange: ExchangeState): Outcome {
    const told = { TimeSpan: formatTimeSpan(exchange.now), Errors: [] };
    const body = [JSON.stringify(dialect.toDialect(exchange.operation?.id ?? null, 'answer', told))];
    return finish(exchange, { status: 200, body, isAscii: false });
  }

  function answer(exchange: ExchangeState, text: string | null): Outcome | Promise<Outcome> {
    try {
      prepare(exchange, text);
    } catch (error) {
      return refuseWith(exchange, error);
    }
    const course = meetFaults(exchange);
    if (!course) return run(exchange);
    exchange.course = course;
    if (isMadeUp(course)) exchange.sandbox.rateWindow(exchange.owner ?? '')?.giveBack(exchange.now);
    return carryOut(exchange, course, { run, refuseWith, empty });
  }

  function concluded(exchange: ExchangeState, text: string | null): Outcome | Promise<Outcome> {
    const made = answer(exchange, text);
    if (!exchange.play) return made; // found by now: only a fault lets a call wait
    const conclude = (outcome: Outcome) => {
      concludeCall(exchange, outcome);
      return outcome;
    };
    return made instanceof Promise ? made.then(conclude) : conclude(made);
  }

  return (sandbox, incoming) => playExchange(sandbox, incoming, concluded);
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
  const { operation, sandbox, now, owner, body, play } = exchange;
  if (!operation || owner === undefined)
    throw new Error('handle: the call was not matched and authenticated');
  const id = operation.id as OperationId; // the registry's operations have no other ids
  const handler = handlers[id] as Handler<OperationId>; // each takes the request of its own operation
  const directives = exchange.course?.directives ?? asUsual;
  const call = { sandbox, now, owner, directives, play: play?.id };
  // The body was validated by that operation's schema.
  const reply = replayByKey(exchange, () =>
    rewritten(handler(body as RequestOf<never>, call), exchange.course),
  );
  if ('written' in reply) {
    exchange.recipe = reply.written.recipe;
    exchange.written = reply.written.facts;
    exchange.release = reply.written.release;
    return dialect.plain
      ? reply.written.text
      : [JSON.stringify(dialect.toDialect(id, 'answer', JSON.parse(textOf(reply.written.text))))];
  }
  const { answer } = reply;
  exchange.answer = answer;
  exchange.warnings.push(...(reply.warnings ?? []));
  return [JSON.stringify(dialect.plain ? answer : dialect.toDialect(id, 'answer', answer))];
}

const asUsual: Directives = {};

/** A reply as the faults of the call change it. */
function rewritten(reply: ReturnType<Handler<OperationId>>, course: Course | undefined): typeof reply {
  if (!course || 'written' in reply) return reply;
  const answer = course.rewrites.reduce<object>((changed, change) => change(changed), reply.answer);
  return { ...reply, answer: answer as typeof reply.answer }; // altered on purpose
}

/** What is said of a call that was refused, or that the stand-in failed on. */
function refusalOutcome(
  exchange: ExchangeState,
  error: unknown,
  { dialect, redactRefusal }: { dialect: Dialect; redactRefusal: RedactRefusal },
): Outcome {
  const refusal = redactRefusal(
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

/** An entry whose message begins with the field it is about, under the name the client knows. */
function prefix(entry: ErrorEntry, field: string | undefined): ErrorEntry {
  return field === undefined ? entry : { ...entry, Message: `${field}: ${entry.Message}`, Field: field };
}
