import { type ShownProvenance, showProvenance } from '../openapi/provenance.ts';
import { problemCodes } from '../openapi/responses.ts';
import type { AnyOperation } from '../operation.ts';
import { type ProblemCode, problems } from '../problems.ts';

/** One error that an operation can answer. */
export interface ProblemLine {
  readonly code: ProblemCode;
  /** HTTP status; 200 for what stands in Errors[] of a success. */
  readonly status: number;
  readonly when: string;
  readonly retryable: boolean;
  readonly provenance: ShownProvenance;
}

/** The errors that an operation can answer, by HTTP status. */
export function problemsOf(operation: AnyOperation): ProblemLine[] {
  const lines = problemCodes(operation).map(code => {
    const { status, when, retryable, provenance } = problems[code];
    return { code, status, when, retryable, provenance: showProvenance(provenance) };
  });
  return lines.sort((a, b) => a.status - b.status);
}
