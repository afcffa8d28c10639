import type { Figure } from '../figure.ts';
import type { Budget } from '../rounds.ts';

/** One thing that is measured; starts what it needs and stops it again. */
export type Case = (budget: Budget & { quick: boolean }) => Promise<Figure[]>;
