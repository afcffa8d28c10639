import { type Clause, version } from '#contracts';
import { clauses, rules } from '#contracts/rules';
import type { MachineClock } from '../clock.ts';
import type { Sandboxes } from '../sandboxes.ts';
import type { ControlHandlers } from './handler.ts';

const noTriggers = { hotels: [], cars: [], transfers: [], tours: [], cards: [], surnames: [] };

/** What is the same for every sandbox: that the server is up, its rules and its clauses. */
export function catalogueHandlers(
  sandboxes: Sandboxes,
  machine: MachineClock,
): ControlHandlers<'health' | 'listRules' | 'listClauses' | 'listScenarios'> {
  const started = machine.monotonic();
  return {
    health: () => ({
      json: {
        status: 'ok',
        version,
        uptimeMs: Math.round(machine.monotonic() - started),
        sandboxes: sandboxes.list().length,
      },
    }),
    listRules: () => ({
      json: rules.map(({ id, level, clauses: ids, title }) => ({ id, level, clauses: [...ids], title })),
    }),
    listScenarios: () => ({ json: { scenarios: [...sandboxes.catalogue.scenarios], triggers: noTriggers } }),
    listClauses: () => ({
      json: Object.entries<Clause>(clauses).map(([id, { needs, ...clause }]) => ({
        id,
        ...clause,
        needs: [...needs],
      })),
    }),
  };
}
