import { maskText } from '#contracts';
import { refuse } from '../refusal.ts';
import type { ExchangeState } from './exchange.ts';

const header = 'X-Understudy-Scenario';
const shown = 60;

/**
 * Refuses a call that asks for a scenario: none exists here yet, and one that does not exist must never be answered as
 * if it had not been asked for.
 */
export function refuseScenario({ incoming }: ExchangeState): void {
  const asked = incoming.header(header.toLowerCase());
  if (asked === undefined) return;
  throw refuse(
    'UnknownScenario',
    `"${maskText(asked).slice(0, shown)}" is none: this version has no scenarios; leave the header out`,
    header,
  );
}
