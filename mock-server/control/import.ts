import { crossFieldComplaints, type Dialect, operations, type Product } from '#contracts';
import type { ControlBody, ControlDetail } from '#contracts/control';
import { describeIssue, formatPath } from '#contracts/util';
import { judgeFaults } from '../faults/index.ts';
import type { Sandbox, Sandboxes, SandboxState } from '../sandboxes/index.ts';
import { viewEntry } from './exchanges.ts';
import { harEntry } from './har.ts';
import { refuseDetails } from './refusal.ts';

const maxNamed = 100;

/** The state in a file. A file of an earlier version may lack faults, plays, their counts and the option `ids`. */
export function stateIn({ identity, start, ...file }: ControlBody<'importSandbox'>): SandboxState {
  const { options } = identity;
  return {
    ...file,
    identity: { ...identity, options: { ...options, ids: options.ids ?? 'known' } },
    start: { ...start, faults: start.faults ?? [] },
    faults: file.faults ?? [],
    faultsArmed: file.faultsArmed ?? 0,
    plays: file.plays ?? [],
    playsBegun: file.playsBegun ?? 0,
  };
}

/**
 * Makes a sandbox from a state that its schema has accepted. What the schema cannot see is tried out: faults and
 * scenarios are looked up, criteria are checked as those of a request, and every exchange is read once.
 *
 * @throws ControlRefusal that names each wrong field; no sandbox is left behind then
 */
export function restoreChecked(
  state: SandboxState,
  { id, sandboxes, dialect }: { id: string; sandboxes: Sandboxes; dialect: Dialect },
): Sandbox {
  judgeFaults(state.start.faults, 'start.faults');
  const scenarios = [state.identity.scenario, ...state.plays.map(({ scenario }) => scenario)];
  for (const scenario of scenarios) if (scenario !== undefined) sandboxes.catalogue.require(scenario);
  const sandbox = sandboxes.restore(state, { id });
  try {
    const details = [...wrongCriteria(sandbox, state), ...unreadable(sandbox, state, dialect)];
    if (details.length > 0) throw refuseDetails('InvalidRequest', details.slice(0, maxNamed));
    return sandbox;
  } catch (error) {
    sandboxes.remove(id);
    throw error;
  }
}

/** Criteria of tokens and services that no Search of their product would have accepted. */
function* wrongCriteria(sandbox: Sandbox, { store }: SandboxState): Generator<ControlDetail> {
  const checked = new Map<string, string | undefined>();
  const check = (product: Product, text: string) => {
    const key = `${product} ${text}`;
    if (!checked.has(key)) checked.set(key, problemWith(sandbox, product, text));
    return checked.get(key);
  };
  for (const [index, [, record]] of store.tokens.entries()) {
    const message = record.step === 'answered' ? undefined : check(record.product, record.criteria);
    if (message !== undefined) yield { field: `store.tokens[${index}][1].criteria`, message };
  }
  for (const [index, { services }] of store.bookings.entries())
    for (const [place, { product, criteria }] of services.entries()) {
      const message = criteria === undefined ? undefined : check(product, criteria);
      if (message !== undefined)
        yield { field: `store.bookings[${index}].services[${place}].criteria`, message };
    }
}

/** No day is past to who looks from here: an old Search stays as good as it was. */
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

/** Exchanges that cannot be shown, although each part of them has the right form. */
function* unreadable(
  sandbox: Sandbox,
  { journal }: SandboxState,
  dialect: Dialect,
): Generator<ControlDetail> {
  const places = new Map(journal.bodies.map(([number], index) => [number, index]));
  for (const entry of sandbox.journal.read()) {
    const { number } = entry.facts;
    try {
      harEntry(viewEntry(sandbox, entry), { baseUrl: 'http://import.invalid', dialect });
    } catch (error) {
      const message = `exchange ${number} cannot be read: ${error instanceof Error ? error.message : error}`;
      yield { field: `journal.bodies[${places.get(number) ?? 0}][1]`, message };
    }
  }
}
