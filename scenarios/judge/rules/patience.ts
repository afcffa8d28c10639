import type { Call } from '../traffic/call.ts';
import type { JudgeContext } from './context.ts';
import { clockOf } from './time.ts';

/** How long a client waited for an answer, ms of the sandbox's clock; undefined while it does. */
export function waitedFor({ opened, ended }: Call, context: JudgeContext): number | undefined {
  if (!ended) return undefined;
  const { mode } = clockOf(context);
  // A clock that jumps at polls may have jumped meanwhile; the client waited by its own.
  return mode === 'per-poll' ? ended.real - opened.real : ended.at - opened.at;
}

/** Whether its client was killed while it waited, as the scenario has it. */
export const isKilled = ({ facts }: Call, { scenario }: JudgeContext): boolean =>
  scenario?.restarts !== undefined && scenario.restarts.at === facts.operation;
