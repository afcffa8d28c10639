import type * as z from 'zod';
import type { AnyOperation } from '../operation.ts';

/** When the operation itself takes effect: before its fault, after it, or not at all. */
export const commits = ['before', 'after', 'never'] as const;
/** See `commits`. */
export type Commit = (typeof commits)[number];

/** A part of a call that one fault at most can decide; two that claim the same contradict each other. */
export type Claim =
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

/** One kind of effect: its parameters, where it acts, and what it decides. What it does stands in mock-server/faults. */
export interface EffectRow<S extends z.ZodObject = z.ZodObject> {
  readonly schema: S;
  /** What of a call it acts on: what its proof is worth, when it happens, the operation itself, or what is answered. */
  readonly part: 'proof' | 'time' | 'operation' | 'answer';
  /** The parameter that the shorthand writes behind `=`. */
  readonly main?: string;
  /** One line for documents. */
  readonly about: string;
  /** Where it acts, in words, for who armed it elsewhere. */
  readonly where: string;
  /** Whether an operation is one it can act on. */
  actsOn(operation: AnyOperation, effect: z.infer<S>): boolean;
  /** Why it does not act on an operation, where there is more to say than `where` does. */
  whyNot?(operation: AnyOperation, effect: z.infer<S>): string | undefined;
  claims(effect: z.infer<S>, operation: AnyOperation): readonly Claim[];
}

/**
 * Declares a kind of effect and keeps its exact types.
 *
 * @example defineEffect({ schema: z.strictObject({ kind: z.literal('hang') }), about: '…', … })
 */
export function defineEffect<S extends z.ZodObject>(row: EffectRow<S>): EffectRow<S> {
  return row;
}
