import * as z from 'zod';
import { controlEndpoints, startFaults, words } from '#contracts/control';

const newSandbox = controlEndpoints.createSandbox.request.shape;
/** The second form of a fault is the shorthand, which is shorter than the schemas of all kinds. */
const [, faultShorthand] = startFaults.element.unwrap().options;
const clockChange = controlEndpoints.putClock.request.shape;
const clockAdvance = controlEndpoints.advanceClock.request.shape;

const texts = (example: string) =>
  z
    .array(words, { error: `expected a list of texts, such as ${example}` })
    .min(1)
    .optional();
const sandbox = newSandbox.id.unwrap().describe('A sandbox of this session.');

/** The tools of `understudy mcp`. The fields of sandboxes, clocks and faults are those of the control API. */
export const tools = {
  sandbox: {
    title: 'Sandboxes',
    description:
      'A sandbox is a supplier of its own: address, credential, bookings, clock. create makes one. show returns one, or the list. reset empties one. fork copies the sandbox "from", also one of another session.',
    annotations: { openWorldHint: false },
    arguments: z.strictObject({
      action: z.enum(['create', 'show', 'reset', 'fork']),
      id: newSandbox.id.describe('The sandbox; for create and fork, the new id.'),
      from: newSandbox.id.describe('Only fork: the sandbox to copy.'),
      scenario: words.optional().describe('Only create: the scenario that it plays.'),
      seed: newSandbox.seed.describe('Only create. Equal seeds give equal data.'),
      clock: newSandbox.clock.describe('Only create. Advance works with manual.'),
    }),
  },
  fault: {
    title: 'Faults',
    description: 'Makes calls of a sandbox fail: lost answers, delays, other prices.',
    annotations: { openWorldHint: false },
    arguments: z.strictObject({
      action: z.enum(['arm', 'list', 'remove']),
      sandbox,
      faults: z.array(faultShorthand).min(1).optional().describe('Only arm.'),
      id: words.optional().describe('Only remove: the id from list.'),
    }),
  },
  clock: {
    title: 'Clock',
    description: 'advance moves the time of a sandbox by, to or until; set changes its mode.',
    annotations: { openWorldHint: false },
    arguments: z.strictObject({
      action: z.enum(['advance', 'set']),
      sandbox,
      ...clockAdvance,
      mode: clockChange.mode.optional(),
      scale: clockChange.scale,
    }),
  },
  run: {
    title: 'Play scenarios',
    description:
      'Plays scenarios with a client and judges it. Returns counts, the first findings and the path of the JSON report. The client reads its task from the variables UNDERSTUDY_…',
    annotations: {},
    arguments: z.strictObject({
      command: texts('["node", "client.mjs"]').describe(
        'Program and arguments, such as ["node", "client.mjs"]; without it, the reference client.',
      ),
      scenario: texts('["answer-lost-*"]').describe('Ids; * matches any text. Without it, all scenarios.'),
      rule: texts('["no-blind-rebooking"]').describe('Only scenarios of these rules.'),
      scenarios: words.optional().describe('A folder with your own scenarios.'),
      seed: words.optional(),
    }),
  },
  verdict: {
    title: 'Judge calls',
    description: 'Judges the calls of a sandbox, or a recording, by every rule. Give one of the two.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    arguments: z.strictObject({
      sandbox: newSandbox.id.describe('Any sandbox of the server.'),
      recording: words.optional().describe('A HAR file, or a file with one JSON exchange per line.'),
    }),
  },
  explain: {
    title: 'Explain',
    description:
      'Explains a rule, a clause or a scenario. With a report, shows its findings about that rule or scenario, with the calls that prove them.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    arguments: z.strictObject({
      name: words.describe('Such as no-blind-rebooking, flow.3 or answer-lost-booked.'),
      report: words.optional().describe('The path of a JSON report of run.'),
    }),
  },
};

export type ToolName = keyof typeof tools;
export type ToolArguments<Name extends ToolName> = z.infer<(typeof tools)[Name]['arguments']>;
