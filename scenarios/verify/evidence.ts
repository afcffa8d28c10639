import { type Dialect, isOperationId, operations, type Profile } from '#contracts';
import { errorBody } from '#contracts/shapes';
import type { CallName, CallOutcome } from './call.ts';
import {
  type Comparable,
  type Compared,
  type CompareOptions,
  compareAnswers,
  learn,
  toolAnswer,
} from './compare/index.ts';
import type { RecordedCall } from './report-schema.ts';
import { errorCodes, errorsIn } from './safe-text.ts';

export type Hide = (text: string) => string;

export type Evidence = ReturnType<typeof createEvidence>;

/** Answers of several operations can decide together whether an unknown field is a renamed field of the contract. */
export function createEvidence(profile: Profile, hide: Hide = text => text) {
  const calls: RecordedCall[] = [];
  const subjects = new Map<string, ReturnType<typeof createSubject>>();
  return {
    calls,
    add(
      name: CallName,
      { json, errorBody: refused, ...outcome }: CallOutcome,
      dialect: Dialect,
    ): RecordedCall {
      const errors = isOperationId(name) ? errorsIn(dialect.toContract(name, 'answer', json)) : [];
      const said = errors.length > 0 ? `the answer has Errors[]: ${errorCodes(errors)}` : outcome.said;
      const call: RecordedCall = {
        operation: name,
        ...outcome,
        ...(errors.length > 0 && { result: 'errors-inside' }),
        ...(said !== undefined && { said: hide(said) }),
      };
      calls.push(call);
      if (json === undefined && refused === undefined) return call;
      const subject = subjects.get(name) ?? createSubject(name, hide);
      subjects.set(name, subject);
      subject.add(json, refused);
      return call;
    },
    /** The operations are in the order in which they were first answered. `inRequests`: whether requests may use the dialect. */
    learned: (inRequests: boolean) => learn([...subjects.values()], profile, inRequests),
  };
}

function createSubject(name: CallName, hide: Hide) {
  const operation: Comparable = isOperationId(name) ? operations[name] : toolAnswer(name);
  const answers: unknown[] = [];
  // The bodies of refusals show only the form of Errors[].
  const refusals: unknown[] = [];
  const compared = new Map<string, Compared>();
  return {
    id: name,
    provenance: operation.provenance.kind,
    answers,
    add(json: unknown, refused: unknown): void {
      if (json !== undefined) answers.push(json);
      if (refused !== undefined) refusals.push(refused);
      compared.clear();
    },
    compare(profile: Profile): Compared {
      const key = JSON.stringify([profile.fields, profile.operations?.[name]?.answer]);
      const known = compared.get(key) ?? compareAll(operation, answers, { refusals, profile, hide });
      compared.set(key, known);
      return known;
    },
  };
}

/** Adds what the refusals show about Errors[]; their differences are not in the report. */
function compareAll(
  operation: Comparable,
  answers: readonly unknown[],
  { refusals, ...options }: CompareOptions & { readonly refusals: readonly unknown[] },
): Compared {
  const own = compareAnswers(operation, answers, options);
  if (refusals.length === 0 || !isOperationId(operation.id)) return own;
  const refused = compareAnswers({ ...operation, answer: errorBody }, refusals, options);
  const isError = (path: string) => path === 'Errors' || path.startsWith('Errors.');
  const counts = new Map(own.counts);
  for (const [path, { right }] of refused.counts) {
    const known = counts.get(path) ?? { right: 0, answers: 0, of: 0 };
    if (isError(path)) counts.set(path, { ...known, right: known.right + right });
  }
  const proposals = refused.proposals.filter(({ field, isGuess }) => !isGuess && isError(field.path));
  return { ...own, counts, proposals: [...own.proposals, ...proposals] };
}
