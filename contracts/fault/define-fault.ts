import type * as z from 'zod';
import type { AnyOperation } from '../operation.ts';
import type { Commit, FaultPlan, PlanCall } from './fault-plan.ts';

/** A part of a call that only one fault can decide. Two faults with the same key for one call conflict. */
export type ConflictKey =
  | 'hang'
  | 'status'
  | 'body'
  | 'cut'
  | 'timeline'
  | 'price'
  | 'availability'
  | 'revalidation'
  | 'visibility'
  | 'card'
  | 'credential';

/** Everything about one kind of fault. */
export interface FaultKind<S extends z.ZodObject = z.ZodObject> {
  /** Its parameters, with the literal `kind`. */
  readonly schema: S;
  /** What it acts on: the credential, the time of the call, the operation itself, or the answer. */
  readonly part: 'credential' | 'time' | 'operation' | 'answer';
  readonly shorthand?: {
    /** The parameter that may be written right after the kind: `status=503`. */
    readonly main?: keyof z.infer<S> & string;
    /** How a parameter is read that is more than a word, a number or a flag. */
    readonly read?: Readonly<Record<string, (text: string) => unknown>>;
  };
  /** One shorthand that uses as many parameters as can go together. */
  readonly example: string;
  /** One sentence for the documents. */
  readonly about: string;
  /** The operations it acts on, in words. */
  readonly where: string;
  /** What the schema checks across parameters, for the guide. */
  readonly note?: string;
  /** Whether it acts on an operation. */
  actsOn(operation: AnyOperation, parameters: z.infer<S>): boolean;
  /** Why it does not act on an operation, where `where` does not say enough. */
  whyNot?(operation: AnyOperation, parameters: z.infer<S>): string | undefined;
  /** When the operation takes effect, for a kind without the parameter `commit`. */
  commit?(parameters: z.infer<S>): Commit | undefined;
  conflictsWith(parameters: z.infer<S>, operation: AnyOperation): readonly ConflictKey[];
  /**
   * Returns what the fault changes about a call, or undefined when there is nothing to change. A pure function but for
   * `call.memory` and the draws.
   */
  plan(parameters: z.infer<S>, call: PlanCall): Partial<FaultPlan> | undefined;
}

/**
 * Declares a kind of fault and keeps its exact types.
 *
 * @example defineFault({ schema: z.strictObject({ kind: z.literal('hang') }), part: 'answer', … })
 */
export const defineFault = <S extends z.ZodObject>(kind: FaultKind<S>): FaultKind<S> => kind;
