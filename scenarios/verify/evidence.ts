import { type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { asObject } from '#contracts/util';
import type { CallName, CallOutcome } from './ask.ts';
import { createComparison, type Learned, learn, toolAnswer } from './compare/index.ts';
import type { ComparedOperation, RecordedCall } from './report-schema.ts';
import { errorCodes } from './safe-text.ts';

/** The calls so far, and what their answers show. */
export interface Evidence {
  readonly calls: readonly RecordedCall[];
  /** Records a call, and compares its JSON if there is some. */
  add(name: CallName, outcome: CallOutcome, dialect: Dialect): RecordedCall;
  compared(): ComparedOperation[];
  /**
   * Returns the given profile with the names that the answers show.
   *
   * @param isSpoken whether requests use those names, too
   * @param options.onlySure leaves out names that are only probable: no request and no price depends on those
   */
  learned(isSpoken: boolean, options?: { readonly onlySure: boolean }): Learned;
}

/** Collects what calls come to, by the names in `given`. */
export function createEvidence(given: Profile): Evidence {
  const calls: RecordedCall[] = [];
  const comparison = createComparison(given);
  const compared = () =>
    comparison.results().map(({ operation: { id, provenance }, answers, fields }) => {
      return { id, provenance: provenance.kind, answers, fields: [...fields] };
    });
  return {
    calls,
    compared,
    add(name, { json, ...outcome }, dialect) {
      const said = isOperationId(name) ? errorsIn(dialect.toContract(name, 'answer', json)) : undefined;
      const isPartial = said !== undefined;
      calls.push({ operation: name, ...outcome, ...(isPartial && { result: 'errors-inside', said }) });
      const operation = isOperationId(name) ? operations[name] : toolAnswer(name);
      if (json !== undefined) comparison.add(operation, { json, isPartial });
      return calls.at(-1) as RecordedCall; // pushed above
    },
    learned(isSpoken, { onlySure } = { onlySure: false }) {
      const all = compared().map(({ id, fields }) => {
        return { id, fields: onlySure ? fields.filter(({ probable }) => !probable) : fields };
      });
      return learn(all, given, isSpoken);
    },
  };
}

/** Returns what Errors[] of a 200 say, in a line (err.200). */
function errorsIn(answer: unknown): string | undefined {
  const { Errors } = asObject(answer);
  return Array.isArray(Errors) && Errors.length > 0 ? `Errors[] in it: ${errorCodes(Errors)}` : undefined;
}
