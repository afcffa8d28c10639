import * as z from 'zod';
import { controlEndpoints, startFaults, words } from '#contracts/control';

const { id, seed, clock } = controlEndpoints.createSandbox.request.shape;
const { mode, scale } = controlEndpoints.putClock.request.shape;
const advance = controlEndpoints.advanceClock.request.shape;
/** The second form of a fault is the shorthand, which is shorter than the schemas of all kinds. */
const [, faultShorthand] = startFaults.element.unwrap().options;

const texts = (example: string) =>
  z
    .array(words, { error: `expected a list of texts, such as ${example}` })
    .min(1)
    .optional();
const sandbox = id.unwrap().describe('A sandbox of this session.');

/** The fields that an action needs, beside those that every action of the tool needs. */
const needed: Readonly<Record<string, readonly string[]>> = {
  reset: ['id'],
  fork: ['id', 'from'],
  arm: ['faults'],
  remove: ['id'],
};

function tool<Fields extends z.core.$ZodLooseShape>(
  description: string,
  fields: Fields,
  annotations = { openWorldHint: false, readOnlyHint: false },
) {
  const schema = z.strictObject(fields).check(({ value, issues }) => {
    const given: Readonly<Record<string, unknown>> = value;
    for (const name of needed[String(given.action)] ?? [])
      if (given[name] === undefined)
        issues.push({
          code: 'custom',
          path: [name],
          input: value,
          message: `missing; ${given.action} needs it`,
        });
  });
  return { description, annotations, arguments: schema };
}

const reading = { openWorldHint: false, readOnlyHint: true };

/** The tools of `understudy mcp`. The fields of sandboxes, clocks and faults are those of the control API. */
export const tools = {
  sandbox: tool(
    'A sandbox is a supplier of its own: address, credential, bookings, clock. create makes one. show returns one, or the list. reset empties one. fork copies the sandbox "from", also one of another session.',
    {
      action: z.enum(['create', 'show', 'reset', 'fork']),
      id: id.describe('The sandbox; for create and fork, the new id.'),
      from: id.describe('Only fork: the sandbox to copy.'),
      scenario: words.optional().describe('Only create: the scenario that it plays.'),
      seed: seed.describe('Only create. Equal seeds give equal data.'),
      clock: clock.describe('Only create. Advance works with manual.'),
    },
  ),
  fault: tool('Makes calls of a sandbox fail: lost answers, delays, other prices.', {
    action: z.enum(['arm', 'list', 'remove']),
    sandbox,
    faults: z.array(faultShorthand).min(1).optional().describe('Only arm.'),
    id: words.optional().describe('Only remove: the id from list.'),
  }),
  clock: tool('advance moves the time of a sandbox by, to or until; set changes its mode.', {
    action: z.enum(['advance', 'set']),
    sandbox,
    ...advance,
    mode: mode.optional(),
    scale,
  }),
  run: tool(
    'Plays scenarios with a client and judges it. Returns counts, the first findings and the path of the JSON report. The client reads its task from the variables UNDERSTUDY_…',
    {
      command: texts('["node", "client.mjs"]').describe(
        'Program and arguments, such as ["node", "client.mjs"]; without it, the reference client.',
      ),
      scenario: texts('["answer-lost-*"]').describe('Ids; * matches any text. Without it, all scenarios.'),
      rule: texts('["no-blind-rebooking"]').describe('Only scenarios of these rules.'),
      scenarios: words.optional().describe('A folder with your own scenarios.'),
      seed: words.optional(),
    },
    { openWorldHint: true, readOnlyHint: false },
  ),
  verdict: tool(
    'Judges the calls of a sandbox, or a recording, by every rule. Give one of the two.',
    {
      sandbox: id.describe('Any sandbox of the server.'),
      recording: words.optional().describe('A HAR file, or a file with one JSON exchange per line.'),
    },
    reading,
  ),
  explain: tool(
    'Explains a rule, a clause or a scenario. With a report, shows its findings about that rule or scenario, with the calls that prove them.',
    {
      name: words.describe('Such as no-blind-rebooking, flow.3 or answer-lost-booked.'),
      report: words.optional().describe('The path of a JSON report of run.'),
    },
    reading,
  ),
};

export type ToolName = keyof typeof tools;
export type ToolArguments<Name extends ToolName> = z.infer<(typeof tools)[Name]['arguments']>;
