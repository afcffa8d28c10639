import type { Judgement } from '../judge/index.ts';
import type { InvariantVerdict } from '../oracle/index.ts';

/**
 * A part of the traffic for the thread, as JSON text: a list of facts or of booked services. The last part, `end`, has the context
 * of the judge, and says whether the books were sent.
 */
export interface Part {
  readonly kind: 'facts' | 'services' | 'end';
  readonly text: string;
}

/** The answer of the thread. It has invariants if the books were sent. */
export type ThreadAnswer = Judgement & { readonly invariants?: InvariantVerdict[] };
