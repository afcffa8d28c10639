import { type Clause, type Product, testCards } from '#contracts';
import { clauses, sectionOf } from '#contracts/clauses';
import type { Catalogue } from '../sandbox/index.ts';
import type { ControlParts, SomeHandlers } from './handler.ts';
import { ControlRefusal } from './refusal.ts';

export function catalogueHandlers({ sandboxes: { catalogue }, observation, health }: ControlParts) {
  return {
    ...health,
    async readMetrics() {
      const text = await observation.readMetrics?.();
      if (text === undefined)
        throw new ControlRefusal(
          'NotFound',
          'a server in process has no metrics; start the server with listen() of travel-understudy/mock-server/node',
        );
      return new Response(text, { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } });
    },
    listScenarios: () => ({ json: { scenarios: [...catalogue.scenarios], triggers: triggersOf(catalogue) } }),
    listClauses: () => ({
      json: Object.entries<Clause>(clauses).map(([id, clause]) => ({
        id,
        section: sectionOf(id),
        ...clause,
        needs: [...clause.needs],
      })),
    }),
  } satisfies SomeHandlers;
}

function triggersOf({ testville, scenarios }: Catalogue) {
  const items = (product: Product) =>
    (testville?.items(product) ?? []).map(({ scenario, name, id }) => ({ scenario, name, id }));
  return {
    hotels: items('hotel'),
    cars: items('car'),
    transfers: items('transfer'),
    tours: items('tour'),
    cards: Object.entries(testCards).map(([number, result]) => ({ number, result })),
    surnames: scenarios.flatMap(({ id: scenario, title: does, surname }) =>
      surname === undefined ? [] : [{ surname, scenario, does }],
    ),
  };
}
