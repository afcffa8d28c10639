import { type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asObject } from '#contracts/util';
import type { CallName } from './asker.ts';
import {
  type Comparable,
  type ComparedOperation,
  createComparison,
  type Learned,
  learn,
  type MadeCall,
  toolAnswer,
} from './compare/index.ts';
import { tellErrors } from './error-words.ts';

/** Answers of a supplier, and what they show of its dialect. */
export interface Evidence {
  readonly calls: readonly MadeCall[];
  /** Keeps what came of a call; JSON is compared, whatever else says why it is not. */
  add(
    name: CallName,
    came: Omit<MadeCall, 'operation'> & { readonly json?: unknown },
    dialect: Dialect,
  ): MadeCall;
  /** The operations that were answered, field by field. */
  compared(): ComparedOperation[];
  /**
   * The profile that was given, with the names that the answers show.
   *
   * @param isSpoken whether requests take those names, too
   */
  learned(isSpoken: boolean): Learned;
  /** The same without names that are only probable: nothing is asked, and no price read, by those. */
  sure(isSpoken: boolean): Learned;
}

/**
 * Collects answers and compares them.
 *
 * @param given the names that are known already
 */
export function createEvidence(given: Profile): Evidence {
  const calls: MadeCall[] = [];
  const comparison = createComparison(given);
  const compared = (): ComparedOperation[] =>
    comparison.results().map(({ operation: { id, provenance }, answers, fields }) => ({
      id,
      provenance: provenance.kind,
      answers,
      fields: [...fields],
    }));
  return {
    calls,
    add(name, { json, ...came }, dialect) {
      const said = json === undefined ? undefined : errorsIn(name, json, dialect);
      const call: MadeCall = {
        operation: name,
        ...came,
        ...(said !== undefined && { result: 'errors-inside', said }),
      };
      calls.push(call);
      if (json !== undefined) comparison.add(comparableOf(name), { json, isPartial: said !== undefined });
      return call;
    },
    compared,
    learned: isSpoken => learn(compared(), given, isSpoken),
    sure: isSpoken => learn(compared().map(withoutProbable), given, isSpoken),
  };
}

const withoutProbable = ({ id, fields }: ComparedOperation) => ({
  id,
  fields: fields.filter(({ probable = false }) => !probable),
});

const comparableOf = (name: CallName): Comparable =>
  isOperationId(name) ? operations[name] : toolAnswer(name);

/** What a 200 says went wrong, in a line; undefined where it says nothing of the kind (err.200). Its words are told, its sentences can be about somebody. */
function errorsIn(name: CallName, json: unknown, dialect: Dialect): string | undefined {
  if (!isOperationId(name)) return undefined;
  const { Errors } = asObject(dialect.toContract(name, 'answer', json));
  if (!Array.isArray(Errors) || Errors.length === 0) return undefined;
  return `Errors[] in it: ${tellErrors(Errors)}`;
}
