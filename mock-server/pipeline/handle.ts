import type { Dialect, ErrorEntry, OperationId, RequestOf } from '#contracts';
import type { Warning } from '#contracts/exchange';
import { emptyFaultPlan, type FaultCall, type FaultPlan, isSynthetic } from '#contracts/fault';
import { asObject, shorten } from '#contracts/util';
import { Refusal, refuse, secretIn } from '../books/index.ts';
import { hash64, hexId } from '../clock/index.ts';
import { matchFaults } from '../faults/index.ts';
import { type Handler, handlers } from '../operations/index.ts';
import { findRun } from '../sandbox/index.ts';
import { faultSourcesOf, refuseRevokedCredential } from './authenticate.ts';
import type { AddressSecrets } from './match.ts';
import type { Answered, Handled, Planned, Playing, Reached, Validated } from './stages.ts';

export const joinPlay = (call: Validated): Playing => Object.assign(call, { play: findRun(call) });

export function plan(call: Playing): Planned {
  if (call.play) refuseRevokedCredential(call);
  const { sandbox, play } = call;
  if (sandbox.faults.size === 0 && !play) return Object.assign(call, { faults: undefined });
  let { now } = call;
  const movePollClock = (to: number): number => {
    if (sandbox.clock.mode !== 'per-poll') return now;
    sandbox.clock.jumpTo(to);
    now = sandbox.clock.now();
    return now;
  };
  const faults = matchFaults({ ...faultCallOf(call), movePollClock }, faultSourcesOf(call));
  // A call whose answer comes from a fault does not count towards the rate limit (decision 6).
  if (faults && isSynthetic(faults.plan)) call.rate?.giveBack(call.now);
  return Object.assign(call, { now, faults });
}

function faultCallOf(call: Playing): Omit<FaultCall, 'movePollClock'> {
  const { operation, owner, incoming, body, now, sandbox } = call;
  return {
    operation,
    owner,
    url: incoming.url,
    body,
    requestOfConnection: incoming.connection?.request ?? 1,
    now,
    findBooking() {
      const { BookingId, ExternalReference } = asObject(body);
      if (typeof BookingId === 'string') return sandbox.bookings.find(owner, BookingId);
      return typeof ExternalReference === 'string'
        ? sandbox.bookings.findByReference(owner, ExternalReference)
        : undefined;
    },
  };
}

/** Throws a Refusal after which nothing has changed. */
export function handle(call: Planned, dialect: Dialect): Handled {
  const { faults, body } = call;
  const plan = faults?.plan ?? emptyFaultPlan;
  const id = operationOf(call);
  const handler = handlers[id] as Handler<OperationId>; // each handler gets the request of its own operation
  // The schema of this operation has validated the body.
  const reply = replayByKey(call, () => rewritten(handler(body as RequestOf<never>, contextOf(call)), plan));
  return written(call, reply, dialect);
}

const operationOf = ({ operation }: Planned) => operation.id as OperationId; // the operations of the contract have no other ids

const contextOf = ({ sandbox, now, owner, faults, play }: Planned) => {
  const { directives } = faults?.plan ?? emptyFaultPlan;
  return { sandbox, now, owner, directives, play: play?.id };
};

function written(call: Planned, reply: ReturnType<Handler<OperationId>>, dialect: Dialect): Handled {
  const shared = { status: 200, extraHeaders: {} };
  const inDialect = (answer: object) =>
    JSON.stringify(dialect.toDialect(operationOf(call), 'answer', answer));
  if ('rendered' in reply) {
    const { text, ...kept } = reply.rendered;
    return { ...shared, body: dialect.plain ? text : inDialect(JSON.parse(text)), kept };
  }
  const { warnings } = reply;
  const answer = dialect.rounded(operationOf(call), reply.answer);
  if (warnings) call.warnings.push(...warnings);
  const json = JSON.stringify(answer);
  return { ...shared, body: dialect.plain ? json : inDialect(answer), kept: { answerBody: answer } };
}

function rewritten(reply: ReturnType<Handler<OperationId>>, { rewrites }: FaultPlan): typeof reply {
  if (rewrites.length === 0 || 'rendered' in reply) return reply;
  const answer = rewrites.reduce<object>((changed, change) => change(changed), reply.answer);
  return { ...reply, answer: answer as typeof reply.answer }; // the changed answer may no longer fit the schema
}

/** In a sandbox that supports Idempotency-Key (decision 3). In any other, a blind retry books twice, as at the supplier. */
function replayByKey<Answer>(
  { sandbox, incoming, operation, owner, body }: Planned,
  run: () => Answer,
): Answer {
  if (operation.effect !== 'book' || sandbox.identity.options.idempotency === 'ignored') return run();
  const key = incoming.header('idempotency-key');
  if (key === undefined) return run();
  const place = `K${JSON.stringify([operation.id, owner, key])}`; // as JSON, because each part can contain any character
  const request = hexId(hash64(JSON.stringify(body)), 0);
  const known = sandbox.store.token(place);
  if (known?.step !== 'answered') {
    const answer = run();
    sandbox.store.saveToken(place, { step: 'answered', request, answer: JSON.stringify(answer) });
    return answer;
  }
  if (known.request === request) return JSON.parse(known.answer);
  throw refuse(
    'InvalidRequest',
    `"${key}" was used for another booking; send a new UUID for each booking`,
    'Idempotency-Key',
  );
}

export function standardHeaders(sandboxId: string, number: number, at: number): Record<string, string> {
  const date = new Date(at);
  return {
    'content-type': 'application/json; charset=utf-8',
    date: date.toUTCString(),
    'x-understudy-sandbox': sandboxId,
    'x-understudy-exchange': String(number),
    'x-understudy-time': date.toISOString(),
  };
}

const maxNamed = 5;
const maxField = 60;

/** The journal has the messages. */
export function warningHeader(warnings: readonly Warning[]): Record<string, string> {
  if (warnings.length === 0) return {};
  const named = warnings.slice(0, maxNamed).map(({ kind, field }) => `${kind} ${place(field)}`);
  const more = warnings.length > maxNamed ? ['...'] : [];
  return { 'x-understudy-warnings': [warnings.length, ...named, ...more].join('; ') };
}

/** As ASCII text without separators. */
const place = (field: string): string =>
  field === ''
    ? '(body)'
    : shorten(field, maxField)
        .replace('…', '...')
        .replaceAll(/[^!-~]|;/g, '?');

/** A poll can have moved the clock since the call arrived. */
export function stamp(reached: Reached, handled: Handled): Answered {
  const { sandbox, number } = reached;
  const at = sandbox.clock.now();
  const standard = standardHeaders(sandbox.identity.id, number, at);
  const headers = { ...standard, ...handled.extraHeaders };
  if (reached.warnings.length === 0) return { ...handled, reached, at, headers };
  const warnings = redactWarnings(reached);
  return { ...handled, reached, at, headers: { ...headers, ...warningHeader(warnings) }, warnings };
}

function redactWarnings({ sandbox, operation, body, warnings }: Reached): Warning[] {
  const { redactText } = sandbox.redactor.with(secretIn(operation, body));
  return warnings.map(({ kind, field, message }) => ({
    kind,
    field: redactText(field),
    message: redactText(message),
  }));
}

export function defectText(error: unknown): string {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `the stand-in failed because of a defect of its own, not because of your call: ${what}`;
}

export type RefuseCall = (reached: Reached, error: unknown) => Answered;

/** An error uses the names of the dialect, and contains no secret of the request (auth.5). */
export function createRefuseCall(
  dialect: Dialect,
  { secretsIn }: Pick<AddressSecrets, 'secretsIn'>,
): RefuseCall {
  function redacted(reached: Reached, { entries }: Refusal): ErrorEntry[] {
    const { hideSecrets } = reached.sandbox.redactor.with(...secretsIn(reached));
    return entries.map(entry => ({ ...entry, Message: hideSecrets(entry.Message) }));
  }

  return (reached, error) => {
    const refusal = error instanceof Refusal ? error : refuse('InternalError', defectText(error));
    const entries = redacted(reached, refusal);
    const id = reached.operation?.id ?? null;
    const shown = entries.map(entry => {
      const field = entry.Field === undefined ? undefined : dialect.fieldPath(id, 'request', entry.Field);
      return withField(entry, field);
    });
    return stamp(reached, {
      status: refusal.status,
      body: JSON.stringify(dialect.toDialect(id, 'answer', { Errors: shown })),
      extraHeaders: refusal.headers,
      kept: { answerBody: { Errors: entries.map(entry => withField(entry, entry.Field)) } },
    });
  };
}

function withField(entry: ErrorEntry, field: string | undefined): ErrorEntry {
  return field === undefined ? entry : { ...entry, Message: `${field}: ${entry.Message}`, Field: field };
}
