import type { Figure } from '../figure.ts';
import type { Budget } from '../rounds.ts';

/** Measures one thing. It starts the servers it needs and stops them at the end. */
export type Case = (budget: Budget & { quick: boolean }) => Promise<Figure[]>;
