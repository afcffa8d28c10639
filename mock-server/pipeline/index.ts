import { type Dialect, formatTimeSpan } from '#contracts';
import { fullMessage, refuse, type ServerMemory } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import { type CredentialIndex, concludeCall, type Observation, type Sandbox } from '../sandbox/index.ts';
import { type Address, addressesOf } from './address.ts';
import { createRefuseCall, stamp } from './answer.ts';
import { applyFaultPlan } from './apply-fault-plan.ts';
import { authenticate, limit } from './authenticate.ts';
import { handle, joinPlay, plan } from './handle.ts';
import { createMatch } from './match.ts';
import { createParse } from './parse.ts';
import { createRecordExchange, type RecordExchange } from './record.ts';
import type {
  Answered,
  Authenticated,
  IncomingCall,
  OutgoingAnswer,
  Planned,
  Reached,
  Received,
} from './stages.ts';
import { validate } from './validate.ts';

export { type Address, addressesOf } from './address.ts';
export { defectText, stamp } from './answer.ts';
export { askedScenario } from './authenticate.ts';
export { byteOrderMark, contentCoding, isDeeperThan, markWarning, withNumbers } from './parse.ts';
export type { RecordExchange } from './record.ts';
export { createAddressSecrets } from './redact-call.ts';
export {
  type Answered,
  type IncomingCall,
  type OutgoingAnswer,
  pieceStart,
  type Received,
  type WirePlan,
} from './stages.ts';
export { type Inspected, inspectRequest, type ValidateContext } from './validate.ts';
export { viewEntry, type Wire, wireOf } from './wire-of.ts';

export interface PipelineParts extends ServerMemory {
  dialect: Dialect;
  machine: MachineClock;
  observation: Observation;
  credentials: CredentialIndex;
}

export interface Pipeline {
  /** The addresses of all operations in the dialect of the server. Each address is a route. */
  readonly addresses: readonly Address[];
  /** Answers one call to the supplier's API. `route` is undefined when no address matches. */
  play(sandbox: Sandbox, incoming: IncomingCall, route: Address | undefined): Promise<OutgoingAnswer>;
  readonly recordExchange: RecordExchange;
}

/**
 * Creates the pipeline, which runs the stages of a call in order. The stages run synchronously, so that every operation is atomic. Only a
 * fault can make a call wait. The record of a call is opened before the first stage and closed after the last stage.
 */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { dialect, machine, observation, credentials } = parts;
  const addresses = addressesOf(dialect);
  const match = createMatch(addresses);
  const parse = createParse(dialect);
  const refuseCall = createRefuseCall(dialect, addresses);
  const recordExchange = createRecordExchange({ addresses, machine, observation, refuseCall });

  function answer(received: Received, route: Address | undefined): Answered | Promise<Answered> {
    try {
      const parsed = parse(match(received, route));
      const authenticated = authenticate(parsed, credentials);
      refuseWhenFull(authenticated, parts);
      const limited = limit(authenticated);
      const validated = validate(limited, dialect);
      const planned = plan(joinPlay(validated));
      return planned.faults
        ? applyFaultPlan(planned, planned.faults, ways)
        : concludedOne(planned, run(planned));
    } catch (error) {
      return concludedOne(received, refuseCall(received, error)); // `received` has the properties that the earlier stages added
    }
  }

  /** Runs the operation. Returns the answer of the operation, or the answer for an error that the operation throws. */
  function run(planned: Planned): Answered {
    try {
      return stamp(planned, handle(planned, dialect));
    } catch (error) {
      return refuseCall(planned, error);
    }
  }

  const ways = {
    run,
    refuseCall,
    conclude: concludedOne,
    empty: (planned: Planned) => emptyAnswer(planned, dialect),
  };

  return {
    addresses,
    play: (sandbox, incoming, route) =>
      recordExchange(sandbox, incoming, received => answer(received, route)),
    recordExchange,
  };
}

/**
 * Refuses a Search when the server uses all of its memory, because a process without memory ends, and every sandbox ends with it. Calls
 * that continue a Search or a booking still get their answers.
 */
function refuseWhenFull({ operation }: Authenticated, memory: ServerMemory): void {
  const message = operation.id.endsWith('.search') ? fullMessage(memory) : undefined;
  if (message !== undefined) throw refuse('QuotaExceeded', message);
}

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
        isWritten: answered.kept.facts !== undefined,
      },
    );
  return answered;
}

/** Returns an empty answer with status 200. When the operation did not run, faults are applied to this answer. */
function emptyAnswer(planned: Planned, dialect: Dialect): Answered {
  const content = { TimeSpan: formatTimeSpan(planned.now), Errors: [] };
  const body = JSON.stringify(dialect.toDialect(planned.operation.id, 'answer', content));
  return stamp(planned, { status: 200, body, extraHeaders: {}, kept: {} });
}
