import { type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asObject } from '#contracts/util';
import type { CallName, CallOutcome } from './ask.ts';
import { createComparison, type Learned, learn, toolAnswer } from './compare/index.ts';
import type { ComparedOperation, RecordedCall } from './report-schema.ts';
import { errorCodes } from './safe-text.ts';

/** Takes secrets out of a text of the supplier. */
export type Hide = (text: string) => string;

/** The calls so far, and what their answers show. */
export interface Evidence {
  readonly calls: RecordedCall[];
  /** Records a call, and compares its JSON if there is some. */
  add(name: CallName, outcome: CallOutcome, dialect: Dialect): RecordedCall;
  compared(): ComparedOperation[];
  /**
   * Returns the given profile with the names that the answers show.
   *
   * @param inRequests whether requests use those names, too
   */
  learned(inRequests: boolean): Learned;
}

/** Collects the outcomes of calls, and compares them by the names in `given`. */
export function createEvidence(given: Profile, hide: Hide = text => text): Evidence {
  const calls: RecordedCall[] = [];
  const comparison = createComparison({ profile: given, hide });
  return {
    calls,
    compared: comparison.results,
    add(name, { json, ...outcome }, dialect) {
      const errors = isOperationId(name) ? errorsIn(dialect.toContract(name, 'answer', json)) : undefined;
      const isPartial = errors !== undefined;
      const said = errors ?? outcome.said;
      const call: RecordedCall = {
        operation: name,
        ...outcome,
        ...(isPartial && { result: 'errors-inside' }),
        ...(said !== undefined && { said: hide(said) }),
      };
      calls.push(call);
      const operation = isOperationId(name) ? operations[name] : toolAnswer(name);
      if (json !== undefined) comparison.add(operation, { json, isPartial });
      return call;
    },
    learned: inRequests => learn(comparison.results(), given, inRequests),
  };
}

/** Returns the codes in Errors[] of a 200; undefined where there are none (err.200). */
function errorsIn(answer: unknown): string | undefined {
  const { Errors } = asObject(answer);
  return Array.isArray(Errors) && Errors.length > 0 ? `Errors[] in it: ${errorCodes(Errors)}` : undefined;
}
