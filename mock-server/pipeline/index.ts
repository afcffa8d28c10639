import { type Dialect, formatTimeSpan } from '#contracts';
import { fullMessage, refuse, type ServerMemory } from '../books/index.ts';
import type { MachineClock } from '../clock/index.ts';
import { concludeCall, type FindHolder, type Observation, type Sandbox } from '../sandbox/index.ts';
import { applyFaultPlan } from './apply-fault-plan.ts';
import { authenticate, limit } from './authenticate.ts';
import { createRefuseCall, handle, joinPlay, plan, stamp } from './handle.ts';
import { type Address, addressesOf, createAddressSecrets, match } from './match.ts';
import { parse, validate } from './read.ts';
import { createRecordExchange } from './record.ts';
import type { Answered, Authenticated, IncomingCall, Planned, Reached, Received } from './stages.ts';

export { askedScenario } from './authenticate.ts';
export { defectText, stamp } from './handle.ts';
export * from './inspect.ts';
export { type Address, addressesOf, createAddressSecrets } from './match.ts';
export { byteOrderMark, contentCoding, isDeeperThan, markWarning } from './read.ts';
export type { RecordExchange } from './record.ts';
export * from './stages.ts';
export * from './wire-of.ts';

interface PipelineParts extends ServerMemory {
  dialect: Dialect;
  machine: MachineClock;
  observation: Observation;
  holderOf: FindHolder;
}

export type Pipeline = ReturnType<typeof createPipeline>;

/** The stages run synchronously, so that every operation is atomic. Only a fault can make a call wait. */
export function createPipeline(parts: PipelineParts) {
  const { dialect, machine, observation, holderOf } = parts;
  const addresses = addressesOf(dialect);
  const secrets = createAddressSecrets(addresses);
  const refuseCall = createRefuseCall(dialect, secrets);
  const recordExchange = createRecordExchange({ secrets, machine, observation, refuseCall });

  function answer(received: Received, route: Address | undefined): Answered | Promise<Answered> {
    try {
      const parsed = parse(match(received, route, addresses), dialect);
      const authenticated = authenticate(parsed, holderOf);
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
    /** Each is a route. */
    addresses,
    /** @param route undefined when no address matches */
    play: (sandbox: Sandbox, incoming: IncomingCall, route: Address | undefined) =>
      recordExchange(sandbox, incoming, received => answer(received, route)),
    recordExchange,
  };
}

/** Calls that continue a Search or a booking still get their answers. */
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
        isWritten: answered.kept.answerFacts !== undefined,
      },
    );
  return answered;
}

/** When the operation did not run, faults are applied to this answer. */
function emptyAnswer(planned: Planned, dialect: Dialect): Answered {
  const content = { TimeSpan: formatTimeSpan(planned.now), Errors: [] };
  const body = JSON.stringify(dialect.toDialect(planned.operation.id, 'answer', content));
  return stamp(planned, { status: 200, body, extraHeaders: {}, kept: {} });
}
