import * as z from 'zod';
import { get } from './endpoint.ts';
import { scenarioList } from './scenarios.ts';

/** The endpoints that return data of the whole server, which all namespaces share. */
export const catalogueEndpoints = {
  listRules: {
    ...get(
      '/_control/rules',
      'Lists the rules for a correct client, each with the clauses that require the rule.',
      z.array(
        z.object({ id: z.string(), level: z.string(), clauses: z.array(z.string()), title: z.string() }),
      ),
    ),
    access: 'namespaces',
  },
  listClauses: {
    ...get(
      '/_control/clauses',
      "Lists the numbered statements of the supplier's specification.",
      z.array(
        z.object({
          id: z.string(),
          section: z.string(),
          statement: z.string(),
          needs: z.array(z.string()),
          excluded: z.string().optional(),
        }),
      ),
    ),
    access: 'namespaces',
  },
  listScenarios: {
    ...get(
      '/_control/scenarios',
      'Lists the scenarios that this server can run, and the items, cards and surnames that start them.',
      scenarioList,
      'All scenarios. The list has no pages: it contains only the scenarios with which the server was started.',
    ),
    access: 'namespaces',
  },
} as const;
