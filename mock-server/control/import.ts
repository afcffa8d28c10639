import { crossFieldComplaints, type Dialect, operations, type Product } from '#contracts';
import {
  type ControlDetail,
  type FileProblem,
  foreignFacts,
  illegalMoves,
  unorderedNumbers,
} from '#contracts/control';
import { describeIssue, formatPath } from '#contracts/util';
import { runInSlices } from '../clock/index.ts';
import { checkFaults } from '../faults/index.ts';
import { viewEntry } from '../pipeline/index.ts';
import type { RestorableState, Sandbox, Sandboxes } from '../sandboxes/index.ts';
import { type BookingRecord, ShardedMap } from '../store/index.ts';
import { harEntry } from './har.ts';
import { checkStateQuotas, withLowerJournal } from './quotas.ts';
import { detailOf, type FileList, type ReadFile } from './read-file.ts';
import { refuseDetails } from './refusal.ts';

const maxNamed = 100;

/**
 * Returns the state in an imported file. If an older file lacks the faults, the scenario runs or the option `ids`,
 * these get default values.
 */
export function stateIn({ identity, start, ...file }: ReadFile): RestorableState {
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
 * Makes a sandbox from a state whose parts fit their schemas, in slices. This function checks what the schema cannot check: that
 * ids are unique, that status changes are possible, that the faults and scenarios exist, that a Search would accept the criteria,
 * and that every exchange is readable.
 *
 * @throws ControlRefusal that names each wrong field; in this case no sandbox is created
 */
export async function restoreChecked(
  state: RestorableState,
  { id, sandboxes, dialect }: { id: string; sandboxes: Sandboxes; dialect: Dialect },
): Promise<Sandbox> {
  checkFaults(state.start.faults, 'start.faults');
  const scenarios = [state.identity.scenario, ...state.plays.map(({ scenario }) => scenario)];
  for (const scenario of scenarios) if (scenario !== undefined) sandboxes.catalogue.require(scenario);
  await runInSlices(refuseIfAny(brokenRelations(state)));
  const namespace = sandboxes.namespaces.find(id);
  checkStateQuotas(namespace, state); // other sandboxes can have been made in the meantime
  return sandboxes.restoreInSlices(withLowerJournal(namespace, state), {
    id,
    check: sandbox => refuseIfAny(unusableParts(sandbox, state, dialect)),
  });
}

/** A check that yields `undefined` after each step without a problem. */
type Check = Generator<ControlDetail | undefined, void>;

/** Runs a check. Throws a ControlRefusal with the first problems, if there are any. */
function* refuseIfAny(check: Check): Generator<void, void> {
  const details: ControlDetail[] = [];
  for (const detail of check) {
    if (detail) details.push(detail);
    if (details.length === maxNamed) break;
    yield;
  }
  if (details.length > 0) throw refuseDetails('InvalidRequest', details);
}

function* unusableParts(sandbox: Sandbox, state: RestorableState, dialect: Dialect): Check {
  yield* wrongCriteria(sandbox, state);
  yield* unreadableExchanges(sandbox, state, dialect);
}

/** Lists the bookings, status changes and exchanges that contradict others. */
function* brokenRelations({ store, journal }: RestorableState): Check {
  const places = new ShardedMap<number>();
  for (const [index, booking] of store.bookings.entries()) {
    const { id } = recordOf(booking);
    const message = `"${id}" is also the id of another booking`;
    if (places.has(id)) yield* detailOf('store.bookings', { index, path: ['id'], message }, { id });
    places.set(id, places.get(id) ?? index);
    yield undefined;
  }
  const servicesOf = (id: string) => {
    const booking = store.bookings[places.get(id) ?? -1];
    return booking === undefined ? undefined : recordOf(booking).services;
  };
  const { due } = store;
  yield* problemsIn('store.due', due, illegalMoves(due, servicesOf));
  for (const name of ['facts', 'bodies'] as const)
    yield* problemsIn(`journal.${name}`, journal[name], unorderedNumbers(journal[name], journal.next));
  yield* problemsIn('journal.facts', journal.facts, foreignFacts(journal.facts));
}

function* problemsIn(
  name: FileList,
  list: readonly unknown[],
  problems: Iterable<FileProblem | undefined>,
): Check {
  for (const problem of problems)
    if (problem) yield* detailOf(name, problem, list[problem.index]);
    else yield undefined;
}

const recordOf = (booking: BookingRecord | string): BookingRecord =>
  typeof booking === 'string' ? JSON.parse(booking) : booking;

/** Lists the criteria in the imported tokens and services that a Search would refuse. */
function* wrongCriteria(sandbox: Sandbox, { store }: RestorableState): Check {
  const problems = new Map<string, string | undefined>();
  function* check(field: string, product: Product, criteria: string | undefined): Check {
    yield undefined;
    if (criteria === undefined) return;
    const key = `${product} ${criteria}`;
    if (!problems.has(key)) problems.set(key, problemWith(sandbox, product, criteria));
    const message = problems.get(key);
    if (message !== undefined) yield { field: `${field}.criteria`, message };
  }
  for (const [index, [, record]] of store.tokens.entries())
    if (record.step !== 'answered')
      yield* check(`store.tokens[${index}][1]`, record.product, record.criteria);
  for (const [index, booking] of store.bookings.entries())
    for (const [place, { product, criteria }] of recordOf(booking).services.entries())
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
function* unreadableExchanges(sandbox: Sandbox, { journal }: RestorableState, dialect: Dialect): Check {
  const places = new Map(journal.bodies.map(([number], index) => [number, index]));
  for (const entry of sandbox.journal.entries()) {
    yield undefined;
    if (!entry) continue;
    const { number } = entry.facts;
    try {
      harEntry(viewEntry(sandbox, entry), 'http://import.invalid', dialect);
    } catch (error) {
      const message = `exchange ${number} cannot be read: ${error instanceof Error ? error.message : error}`;
      yield { field: `journal.bodies[${places.get(number) ?? 0}][1]`, message };
    }
  }
}
