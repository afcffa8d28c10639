import { type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asObject } from '#contracts/util';
import type { CallName, CallOutcome } from './call.ts';
import {
  type Comparable,
  type Compared,
  compareAnswers,
  type Learned,
  learn,
  type SupplierAnswer,
  settleNames,
  toolAnswer,
} from './compare/index.ts';
import type { ComparedOperation, RecordedCall } from './report-schema.ts';
import { errorCodes } from './safe-text.ts';

/** Removes secrets from a text that the supplier sent. */
export type Hide = (text: string) => string;

/** The calls that `verify` has made so far, and the comparison of the answers with the contract. */
export interface Evidence {
  readonly calls: RecordedCall[];
  /** Records a call, and keeps the JSON of the answer for the comparison. */
  add(name: CallName, outcome: CallOutcome, dialect: Dialect): RecordedCall;
  /** Returns a result for each operation. The results are in the order in which the operations were first answered. */
  compared(): ComparedOperation[];
  /**
   * Returns the given profile, extended by the field names that the answers contain.
   *
   * @param inRequests whether the supplier also accepts these names in requests
   */
  learned(inRequests: boolean): Learned;
}

/** The answers to the calls of one operation. */
interface Entry {
  readonly operation: Comparable;
  readonly answers: SupplierAnswer[];
  /** The comparison of this operation alone, without the answers of other operations; undefined until computed. */
  alone: Compared | undefined;
}

/**
 * Collects the outcomes of calls, and compares the answers with the contract. If the answers of one operation do not show whether
 * an unknown field is a renamed field of the contract, the answers of other operations can decide.
 */
export function createEvidence(profile: Profile, hide: Hide = text => text): Evidence {
  const calls: RecordedCall[] = [];
  const entries = new Map<string, Entry>();
  const compared = () => {
    const all = [...entries.values()];
    for (const entry of all)
      entry.alone ??= compareAnswers(entry.operation, entry.answers, { profile, hide });
    const settled = settleNames(all.flatMap(({ alone }) => alone ?? []));
    return all.map(({ operation, answers, alone }) => {
      const known = settled.size === 0 ? alone : undefined;
      const { fields } = known ?? compareAnswers(operation, answers, { profile, hide, settled });
      const { id, provenance } = operation;
      return { id, provenance: provenance.kind, answers: answers.length, fields: [...fields] };
    });
  };
  return {
    calls,
    compared,
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
      if (json === undefined) return call;
      const operation = isOperationId(name) ? operations[name] : toolAnswer(name);
      const answers = entries.get(name)?.answers ?? [];
      answers.push({ json, isPartial });
      entries.set(name, { operation, answers, alone: undefined });
      return call;
    },
    learned: inRequests => learn(compared(), profile, inRequests),
  };
}

/** Returns the codes in Errors[] of an answer with status 200; undefined if the answer has no Errors[] (err.200). */
function errorsIn(answer: unknown): string | undefined {
  const { Errors } = asObject(answer);
  return Array.isArray(Errors) && Errors.length > 0
    ? `the answer has Errors[]: ${errorCodes(Errors)}`
    : undefined;
}
