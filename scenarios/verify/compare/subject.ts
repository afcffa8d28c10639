import { isOperationId } from '#contracts';
import type { Profile } from '#contracts/profile';
import type { ComparedOperation } from '../report-schema.ts';
import type { Compared } from './compare.ts';
import { type AnswerChange, placeOf } from './profile-change.ts';
import type { Proposal } from './proposal.ts';

/** The answers of one operation or tool, which can be compared with the contract. */
export interface Subject {
  readonly id: string;
  readonly provenance: ComparedOperation['provenance'];
  readonly answers: number;
  compare(profile: Profile): Compared;
}

/** The comparison of one operation or tool. */
export type ComparedSubject = Compared & { readonly id: string };

/** A proposal for a field in the answers of one operation. */
export interface OperationProposal extends AnswerChange {
  readonly proposal: Proposal;
}

/** Returns the profile change of a proposal; undefined for a tool, because a profile cannot change the answers of tools. */
export function changeOf(id: string, proposal: Proposal): OperationProposal | undefined {
  const { name, path } = proposal.field;
  return isOperationId(id)
    ? { id, name, place: placeOf(path), change: proposal.change, proposal }
    : undefined;
}
