import * as z from 'zod';
import { limits } from './limits.ts';
import { type OperationId, operationIds } from './operations/index.ts';
import { bySpecification, type Provenance, specified } from './provenance.ts';
import { isoDate, products } from './shapes/index.ts';

// The tools of the specification. This entry is separate, so that a client of the booking API does not load the tools.

/** One tool of the tool server. */
export interface Tool {
  readonly title: string;
  readonly description: string;
  readonly arguments: z.ZodObject;
  readonly provenance: Provenance;
}

/** The parts of the supplier that have release notes. */
const services = [...products, 'static-data', 'back-office', 'payment', 'tool-server'] as const;

/** A part of the supplier. */
export type Service = (typeof services)[number];

const endpointIds: readonly [OperationId, ...OperationId[]] = operationIds as [OperationId]; // there is at least one operation

/** The topics of get_reference. */
export const topics = ['booking_statuses', 'retoken', 'date_conventions', 'all'] as const;

/** A topic of get_reference. */
export type Topic = (typeof topics)[number];

/** The four tools. The specification gives the names of the arguments; the formats of their values are assumed. */
export const tools = {
  list_endpoints: {
    title: 'List endpoints',
    description:
      'Lists the groups and endpoints of the booking API with id, method, path and summary, and says of each whether the specification gives it or it is assumed.',
    provenance: bySpecification('tool.list-endpoints'),
    arguments: z.strictObject({
      product: specified(
        'tool.list-endpoints',
        z
          .enum(products)
          .describe(
            'Only endpoints of this product. Those that serve every product (static data, back office, payment) are left out and named.',
          )
          .optional(),
      ),
      search: specified(
        'tool.list-endpoints',
        z
          .string()
          .describe(
            'Only endpoints with each of these words in id, method, path, summary or group; case and accents do not count.',
          )
          .optional(),
      ),
    }),
  },
  get_endpoint: {
    title: 'Explain an endpoint',
    description:
      'Explains one endpoint: its parameters and where each comes from, a shell script with curl that runs against this server as it stands, an example answer, and its errors.',
    provenance: bySpecification('tool.get-endpoint'),
    arguments: z.strictObject({
      endpointId: specified(
        'tool.get-endpoint',
        z.enum(endpointIds).describe('Id of the endpoint, as list_endpoints gives it.'),
      ),
    }),
  },
  get_changelog: {
    title: 'Release notes',
    description: 'Gives the release notes of this contract, the latest first.',
    provenance: bySpecification('tool.get-changelog'),
    arguments: z.strictObject({
      service: specified(
        'tool.get-changelog',
        z.enum(services).describe('Only notes about this part.').optional(),
      ),
      since: specified(
        'tool.get-changelog',
        z.optional(isoDate.check(z.describe('Only notes of this day or later, YYYY-MM-DD.'))),
      ),
      limit: specified(
        'tool.get-changelog',
        z
          .int({ error: 'expected a whole number' })
          .min(1, { error: 'expected 1 or more' })
          .max(limits.releaseNotes.value, { error: `expected at most ${limits.releaseNotes.value}` })
          .describe(`At most so many notes; ${limits.releaseNotes.value} when absent.`)
          .optional(),
      ),
    }),
  },
  get_reference: {
    title: 'Reference',
    description:
      'Explains booking statuses and how each is followed up, the ReToken key, and how dates and times are written.',
    provenance: bySpecification('tool.get-reference'),
    arguments: z.strictObject({
      topic: specified('tool.get-reference', z.enum(topics).describe('All of them when absent.').optional()),
    }),
  },
} as const satisfies Record<string, Tool>;

/** The name of a tool. */
export type ToolName = keyof typeof tools;
/** The arguments of a tool. */
export type ToolArguments<Name extends ToolName> = z.infer<(typeof tools)[Name]['arguments']>;

/** All tool names, in the order of tools/list. */
export const toolNames = Object.keys(tools) as ToolName[]; // Object.keys widens to string

/** Returns whether a text is the name of a tool. */
export function isToolName(name: string): name is ToolName {
  return Object.hasOwn(tools, name);
}
