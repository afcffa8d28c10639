import { crossFieldComplaints, type Dialect, operations, type Product } from '#contracts';
import type { ControlBody, ControlDetail } from '#contracts/control';
import { describeIssue, formatPath } from '#contracts/util';
import { checkFaults } from '../faults/index.ts';
import { viewEntry } from '../pipeline/index.ts';
import type { Sandbox, Sandboxes, SandboxState } from '../sandboxes/index.ts';
import { harEntry } from './har.ts';
import { refuseDetails } from './refusal.ts';

const maxNamed = 100;

/**
 * Returns the state in an imported file. If an older file lacks the faults, the scenario runs or the option `ids`,
 * these get default values.
 */
export function stateIn({ identity, start, ...file }: ControlBody<'importSandbox'>): SandboxState {
  const { options } = identity;
  return {
    faults: [],
    faultsArmed: 0,
    plays: [],
    playsBegun: 0,
    ...file,
    identity: { ...identity, options: { ...options, ids: options.ids ?? 'known' } },
    start: { ...start, faults: start.faults ?? [] },
  };
}

/**
 * Makes a sandbox from a state that fits its schema. This function checks what the schema cannot check: that the
 * faults and scenarios exist, that a Search would accept the criteria, and that every exchange is readable.
 *
 * @throws ControlRefusal that names each wrong field; in this case no sandbox is created
 */
export function restoreChecked(
  state: SandboxState,
  { id, sandboxes, dialect }: { id: string; sandboxes: Sandboxes; dialect: Dialect },
): Sandbox {
  checkFaults(state.start.faults, 'start.faults');
  const scenarios = [state.identity.scenario, ...state.plays.map(({ scenario }) => scenario)];
  for (const scenario of scenarios) if (scenario !== undefined) sandboxes.catalogue.require(scenario);
  const sandbox = sandboxes.restore(state, { id });
  try {
    const details = [...wrongCriteria(sandbox, state), ...unreadableExchanges(sandbox, state, dialect)];
    if (details.length > 0) throw refuseDetails('InvalidRequest', details.slice(0, maxNamed));
    return sandbox;
  } catch (error) {
    sandboxes.remove(id);
    throw error;
  }
}

/** Lists the criteria in the imported tokens and services that a Search would refuse. */
function* wrongCriteria(sandbox: Sandbox, { store }: SandboxState): Generator<ControlDetail> {
  const problems = new Map<string, string | undefined>();
  function* check(field: string, product: Product, criteria: string | undefined): Generator<ControlDetail> {
    if (criteria === undefined) return;
    const key = `${product} ${criteria}`;
    if (!problems.has(key)) problems.set(key, problemWith(sandbox, product, criteria));
    const message = problems.get(key);
    if (message !== undefined) yield { field: `${field}.criteria`, message };
  }
  for (const [index, [, record]] of store.tokens.entries())
    if (record.step !== 'answered')
      yield* check(`store.tokens[${index}][1]`, record.product, record.criteria);
  for (const [index, { services }] of store.bookings.entries())
    for (const [place, { product, criteria }] of services.entries())
      yield* check(`store.bookings[${index}].services[${place}]`, product, criteria);
}

/** The check of the criteria uses this date as today. It is before all other dates, so the criteria of an old Search pass. */
const longAgo = '0001-01-01';

function problemWith(sandbox: Sandbox, product: Product, text: string): string | undefined {
  const { id, request } = operations[`${product}.search`];
  const criteria: unknown = JSON.parse(text);
  const body = { Credential: { Username: 'any', Password: 'any' }, Criteria: criteria };
  const [issue] = request.safeParse(body).error?.issues ?? [];
  if (issue) return `${formatPath(issue.path)}: ${describeIssue(issue, body)}`;
  const [complaint] = [
    ...crossFieldComplaints(id, body, { latestToday: longAgo, today: () => longAgo }),
    ...sandbox.inventoryOf(product).complaints(Object(criteria), Date.parse(longAgo)),
  ];
  return complaint && `${complaint.field}: ${complaint.message}`;
}

/** Lists the exchanges that the control API cannot show, although each part of these exchanges fits its schema. */
function* unreadableExchanges(
  sandbox: Sandbox,
  { journal }: SandboxState,
  dialect: Dialect,
): Generator<ControlDetail> {
  const places = new Map(journal.bodies.map(([number], index) => [number, index]));
  for (const entry of sandbox.journal.read()) {
    const { number } = entry.facts;
    try {
      harEntry(viewEntry(sandbox, entry), 'http://import.invalid', dialect);
    } catch (error) {
      const message = `exchange ${number} cannot be read: ${error instanceof Error ? error.message : error}`;
      yield { field: `journal.bodies[${places.get(number) ?? 0}][1]`, message };
    }
  }
}
