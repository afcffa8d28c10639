import { type Clause, type Product, testCards, version } from '#contracts';
import { clauses, sectionOf } from '#contracts/clauses';
import type { MachineClock } from '../clock/index.ts';
import type { Sandboxes } from '../sandboxes/index.ts';
import type { Catalogue } from '../scenario-runs/index.ts';
import type { ControlHandlers } from './handler.ts';

/** What is the same for every sandbox: that the server is up, its clauses and scenarios. */
export function catalogueHandlers(
  sandboxes: Sandboxes,
  machine: MachineClock,
): ControlHandlers<'health' | 'listClauses' | 'listScenarios'> {
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
    listScenarios: () => ({
      json: { scenarios: [...sandboxes.catalogue.scenarios], triggers: triggersOf(sandboxes.catalogue) },
    }),
    listClauses: () => ({
      json: Object.entries<Clause>(clauses).map(([id, { needs, ...clause }]) => ({
        id,
        section: sectionOf(id),
        ...clause,
        needs: [...needs],
      })),
    }),
  };
}

/** What makes a client play a scenario, or an ending, by what it books, whom it books for, and how it pays. */
function triggersOf({ testville, scenarios }: Catalogue) {
  const items = (product: Product) =>
    (testville?.items(product) ?? []).map(({ scenario, name, id }) => ({ scenario, name, id }));
  return {
    hotels: items('hotel'),
    cars: items('car'),
    transfers: items('transfer'),
    tours: items('tour'),
    cards: Object.entries(testCards).map(([number, result]) => ({ number, result })),
    surnames: scenarios.flatMap(({ id: scenario, title, surname }) =>
      surname === undefined ? [] : [{ surname, scenario, does: title }],
    ),
  };
}
