import * as z from 'zod';
import { bySpecification, type ClauseId, limits, specified } from '../clauses/index.ts';
import { isoDate, operationIds, products } from '../operations/index.ts';
import { keysOf, mapValues } from '../util/index.ts';

// This entry is separate, so that a client of the booking API does not load the tools.

/** The parts of the supplier that have release notes. */
const services = [...products, 'static-data', 'back-office', 'payment', 'tool-server'] as const;

export type Service = (typeof services)[number];

export const topics = ['booking_statuses', 'retoken', 'date_conventions', 'all'] as const;

/** The specification gives the names of the arguments; the formats of the values are assumed. */
function tool<S extends z.core.$ZodLooseShape>(
  clause: ClauseId,
  { title, description, fields }: { title: string; description: string; fields: S },
) {
  const shape = mapValues(fields, schema => specified(clause, schema)) as S; // `mapValues` loses the type of the keys
  const annotations = { readOnlyHint: true, openWorldHint: false };
  return {
    title,
    description,
    annotations,
    provenance: bySpecification(clause),
    arguments: z.strictObject(shape),
  };
}

export const tools = {
  list_endpoints: tool('tool.list-endpoints', {
    title: 'List endpoints',
    description:
      'Lists the groups and endpoints of the booking API with id, method, path and summary. Each entry shows whether the specification defines the endpoint, public clients show it, or this project assumes it.',
    fields: {
      product: z
        .enum(products)
        .describe(
          'Lists only the endpoints of this product. For the endpoints of all products (static data, back office, payment), the list gives only the names.',
        )
        .optional(),
      search: z
        .string()
        .describe(
          'Lists only endpoints that contain every word of this text in id, method, path, summary or group. The search ignores case and accents.',
        )
        .optional(),
    },
  }),
  get_endpoint: tool('tool.get-endpoint', {
    title: 'Explain an endpoint',
    description:
      'Explains one endpoint: the parameters with the source of each value, a complete shell script with curl for this server, an example answer, and the errors.',
    fields: { endpointId: z.enum(operationIds).describe('The id of the endpoint, from list_endpoints.') },
  }),
  get_changelog: tool('tool.get-changelog', {
    title: 'Release notes',
    description: 'Returns the release notes of this contract, the latest first.',
    fields: {
      service: z.enum(services).describe('Returns only notes about this part of the supplier.').optional(),
      since: z.optional(
        isoDate.check(z.describe('Returns only notes of this day or later. Format: YYYY-MM-DD.')),
      ),
      limit: z
        .int({ error: 'expected a whole number' })
        .min(1, { error: 'expected 1 or more' })
        .max(limits.releaseNotes.value, { error: `expected at most ${limits.releaseNotes.value}` })
        .describe(`The maximum number of notes. The default is ${limits.releaseNotes.value}.`)
        .optional(),
    },
  }),
  get_reference: tool('tool.get-reference', {
    title: 'Reference',
    description:
      'Explains the booking statuses and what a client does after each status, the ReToken, and the formats of dates and times.',
    fields: {
      topic: z.enum(topics).describe('The topic to explain. The default is all topics.').optional(),
    },
  }),
} as const;

export type ToolName = keyof typeof tools;
export type ToolArguments<Name extends ToolName> = z.infer<(typeof tools)[Name]['arguments']>;

/** In the order of tools/list. */
export const toolNames: readonly ToolName[] = keysOf(tools);

export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}
