import { type Dialect, formatTimeSpan } from '#contracts';
import type { MachineClock } from '../clock/index.ts';
import type { CredentialIndex, Sandbox } from '../sandboxes/index.ts';
import { concludeCall } from '../scenario-runs/index.ts';
import { type Address, addressesOf } from './address.ts';
import { createRefuseCall, stamp } from './answer.ts';
import { applyFaultPlan } from './apply-fault-plan.ts';
import { authenticate, limit } from './authenticate.ts';
import { handle } from './handle.ts';
import { createMatch } from './match.ts';
import { parseBody } from './parse.ts';
import { joinPlay, plan } from './plan.ts';
import { createUrlReader } from './read-url.ts';
import { createPlayExchange, type PlayExchange } from './record.ts';
import type {
  Answered,
  IncomingCall,
  Matched,
  OutgoingAnswer,
  Parsed,
  Planned,
  Reached,
  Received,
} from './stages.ts';
import { validate } from './validate.ts';

export { type Address, addressesOf } from './address.ts';
export { defectText, stamp } from './answer.ts';
export { askedScenario } from './authenticate.ts';
export { byteOrderMark, contentCoding, isDeeperThan, markWarning } from './parse.ts';
export { type PlayExchange, wireOf } from './record.ts';
export { createAddressRedactor } from './redact-call.ts';
export {
  type Answered,
  type IncomingCall,
  type OutgoingAnswer,
  pieceStart,
  type Received,
  type WirePlan,
} from './stages.ts';
export { type Inspected, inspectRequest } from './validate.ts';

/** What the pipeline needs beside the sandbox that a call reaches. */
export interface PipelineParts {
  dialect: Dialect;
  machine: MachineClock;
  credentials: CredentialIndex;
}

/** The way of every call through a server. */
export interface Pipeline {
  /** The addresses of all operations in the dialect of the server: one route each. */
  readonly addresses: readonly Address[];
  /** Plays one call to the supplier; `route` is undefined where no address fits. */
  play(sandbox: Sandbox, incoming: IncomingCall, route: Address | undefined): Promise<OutgoingAnswer>;
  /** Plays a call that is no operation: the tool server answers it, the journal records it. */
  readonly playExchange: PlayExchange;
}

/**
 * The stages of a call, in their order. From the received body to the answer everything is synchronous, so that every
 * operation is atomic; only a fault waits. Recording wraps the whole.
 */
export function createPipeline({ dialect, machine, credentials }: PipelineParts): Pipeline {
  const addresses = addressesOf(dialect);
  const playExchange = createPlayExchange({ addresses, machine });
  const match = createMatch(addresses);
  const readUrl = createUrlReader(dialect);
  const refuseCall = createRefuseCall(dialect, addresses);

  const parse = (call: Matched): Parsed =>
    call.operation.method === 'GET'
      ? Object.assign(call, { body: readUrl(call), json: undefined })
      : Object.assign(call, {
          body: parseBody(call, dialect),
          json: (dialect.plain && call.text) || undefined,
        });

  function answer(received: Received, route: Address | undefined): Answered | Promise<Answered> {
    try {
      const matched = match(received, route);
      const parsed = parse(matched);
      const authenticated = authenticate(parsed, credentials);
      const limited = limit(authenticated);
      const validated = validate(limited);
      const playing = joinPlay(validated);
      const planned = plan(playing);
      const answered = planned.faults ? applyFaultPlan(planned, planned.faults, ways) : run(planned);
      return planned.play ? concluded(planned, answered) : answered;
    } catch (error) {
      return concludedOne(received, refuseCall(received, error)); // has the parts of every stage that it reached
    }
  }

  /** Runs the operation; whatever happens in it, there is an answer. */
  function run(planned: Planned): Answered {
    try {
      return stamp(planned, handle(planned, dialect));
    } catch (error) {
      return refuseCall(planned, error);
    }
  }

  /** An answer 200 without content, for a fault to spoil when the operation did not run. */
  function empty(planned: Planned): Answered {
    const content = { TimeSpan: formatTimeSpan(planned.now), Errors: [] };
    const body = [JSON.stringify(dialect.toDialect(planned.operation.id, 'answer', content))];
    return stamp(planned, { status: 200, body, isAscii: false, extraHeaders: {}, told: {} });
  }

  const ways = { run, refuseCall, empty };

  return {
    addresses,
    play: (sandbox, incoming, route) => playExchange(sandbox, incoming, received => answer(received, route)),
    playExchange,
  };
}

const concluded = (planned: Planned, answered: Answered | Promise<Answered>) =>
  answered instanceof Promise
    ? answered.then(one => concludedOne(planned, one))
    : concludedOne(planned, answered);

/** Tells the scenario that the call plays what became of it. */
function concludedOne(reached: Reached, answered: Answered): Answered {
  const { play, operation, owner } = reached;
  if (play && operation && owner !== undefined)
    concludeCall(
      play,
      { ...reached, operation, owner, body: reached.body },
      {
        status: answered.status,
        plan: reached.faults?.plan,
        wire: answered.wire,
        isWritten: answered.told.facts !== undefined,
      },
    );
  return answered;
}
