import { type AnyOperation, productNames } from '#contracts';
import type { Warning } from '#contracts/exchange';
import type { FaultPlan } from '#contracts/fault';
import { asList, asObject } from '#contracts/util';
import { type Bookings, type MemoryStore, recordKey } from '../../books/index.ts';
import { hash64, hexId } from '../../clock/index.ts';
import type { Places } from '../../inventory/index.ts';
import type { ScenarioRun, ScenarioRuns } from './runs.ts';

interface RunCall {
  readonly operation: AnyOperation;
  readonly owner: string;
  /** With the field names of the contract. */
  readonly body: unknown;
  readonly sandbox: {
    readonly runs: ScenarioRuns;
    readonly store: Pick<MemoryStore, 'token' | 'idByReference'>;
    readonly bookings: Pick<Bookings, 'find'>;
    readonly places: Pick<Places, 'testville'>;
  };
}

/** `asked` is the scenario of the header. */
interface HeaderCall extends RunCall {
  readonly asked: string | undefined;
  readonly warnings: Warning[];
}

/** A call that continues a run belongs to it. Otherwise the header, the item in Testville or a guest's surname, in this order, begins one. */
export function findRun(call: HeaderCall): ScenarioRun | undefined {
  const { sandbox, asked } = call;
  const { runs } = sandbox;
  if (asked === undefined && (isSearch(call) || (runs.size === 0 && !runs.catalogue.hasTriggers)))
    return undefined;
  const continued = continuedBy(call);
  const run = (continued && resumed(call, continued)) ?? continued ?? byHeader(call) ?? byData(call);
  if (!run) return undefined;
  const { ExternalReference: reference } = asObject(call.body);
  if (call.operation.effect === 'book' && isText(reference)) runs.name(run, referenceKey(call, reference));
  if (asked !== undefined && asked !== run.scenario) {
    const message = `scenario "${asked}" did not start: this call belongs to a run of "${run.scenario}"`;
    call.warnings.push({ kind: 'ignored', field: 'X-Understudy-Scenario', message });
  }
  return run;
}

/** A DoBooking that adds a service to a booking of the same scenario continues the run of that booking. */
function continuedBy(call: RunCall): ScenarioRun | undefined {
  const { runs, store } = call.sandbox;
  if (runs.size === 0) return undefined;
  const { Token, ReToken, BookingId } = asObject(call.body);
  const records = [Token, ReToken].filter(isText).flatMap(token => store.token(recordKey(token)) ?? []);
  const byToken = runs.get(records.flatMap(record => ('play' in record ? record.play : [])).at(0));
  const byBooking = isText(BookingId) ? runOfBooking(BookingId, call) : undefined;
  if (byToken && byToken.scenario !== byBooking?.scenario) return byToken;
  return byBooking ?? byToken ?? byReference(call);
}

const runOfBooking = (id: string, { sandbox, owner }: RunCall): ScenarioRun | undefined =>
  sandbox.runs.get(sandbox.bookings.find(owner, id)?.play);

/** The booking need not exist, because its DoBooking may have failed. */
function byReference(call: RunCall): ScenarioRun | undefined {
  const { sandbox, operation, owner, body } = call;
  if (operation.effect !== 'read') return undefined;
  const { ExternalReference, SearchBookingCriteria } = asObject(body);
  const listed = asObject(SearchBookingCriteria);
  const reference = ExternalReference ?? listed.ExternalReference;
  if (isText(reference)) {
    const id = sandbox.store.idByReference(owner, reference);
    const named = sandbox.runs.byKey(referenceKey(call, reference));
    return named ?? (id === undefined ? undefined : runOfBooking(id, call));
  }
  const [id] = asList(listed.BookingNumber);
  return isText(id) ? runOfBooking(id, call) : undefined;
}

/**
 * An earlier run without a booking, in which a fault replaced the answer to a call with the same purpose, or a call had the same
 * reference. Otherwise a fault with `times: 1` would apply again each time a client starts again.
 */
function resumed(call: RunCall, begun: Pick<ScenarioRun, 'scenario'> & Partial<ScenarioRun>) {
  const { operation, body, sandbox } = call;
  if (begun.booked) return undefined;
  const { ExternalReference: reference } = asObject(body);
  const isNamed = operation.effect === 'book' && isText(reference);
  const keys = [...(isNamed ? [referenceKey(call, reference)] : []), purposeKey(call, begun.scenario) ?? ''];
  return keys
    .flatMap(key => sandbox.runs.byKey(key) ?? [])
    .find(({ scenario, booked }) => scenario === begun.scenario && !booked);
}

/** Calls with the same content share a run; but after a Search has returned a Token, the same Search begins another. */
function byHeader(call: HeaderCall): ScenarioRun | undefined {
  const { asked, sandbox, body } = call;
  if (asked === undefined) return undefined;
  const key = contentKey(asked, call, body);
  if (isSearch(call)) return sandbox.runs.joinOpen(asked, key);
  return resumed(call, { scenario: asked }) ?? sandbox.runs.join(asked, key);
}

function byData(call: RunCall): ScenarioRun | undefined {
  if (call.operation.effect === 'validate') return byItem(call);
  return call.operation.effect === 'book' ? bySurname(call) : undefined;
}

function byItem(call: RunCall): ScenarioRun | undefined {
  const { sandbox, operation, body } = call;
  const { runs, places } = sandbox;
  const { product } = operation;
  if (!product || !places.testville) return undefined;
  const item = asObject(body)[productNames[product].item];
  const scenario = places.testville.scenarioOf(product, String(item));
  const search = scenario === undefined ? undefined : tokenBehind(call, 'search');
  if (scenario === undefined || search === undefined) return undefined;
  return resumed(call, { scenario }) ?? runs.join(scenario, `${scenario} ${search}`);
}

/** Until a booking exists, a repeated request belongs to the same run, also with the Token of new conditions. */
function bySurname(call: RunCall): ScenarioRun | undefined {
  const { runs } = call.sandbox;
  const { surnames } = runs.catalogue;
  if (surnames.size === 0) return undefined;
  const [scenario] = guestsOf(call.body).flatMap(({ Surname }) =>
    isText(Surname) ? (surnames.get(Surname.toLowerCase()) ?? []) : [],
  );
  if (scenario === undefined || tokenBehind(call, 'conditions') === undefined) return undefined;
  const { Token: _, ...content } = asObject(call.body);
  return resumed(call, { scenario }) ?? runs.joinOpen(scenario, contentKey(scenario, call, content));
}

interface RunAnswer {
  readonly status: number;
  readonly plan: FaultPlan | undefined;
  readonly wire: { readonly kind: string } | undefined;
  /** The result of the operation, and not the error or the body of a fault. */
  readonly isWritten: boolean;
}

/** A Search after an answered one begins another run. A call with the purpose of one whose answer was lost continues the run. */
export function concludeCall(run: ScenarioRun, call: RunCall, answer: RunAnswer): void {
  const { runs } = call.sandbox;
  if (isSearch(call)) {
    if (answer.isWritten) runs.settle(run.id);
    return;
  }
  const key = purposeKey(call, run.scenario);
  if (key === undefined) return;
  if (isLost(answer)) runs.leaveOpen(run, key);
  else if (answer.status === 200) runs.settle(run.id, key);
}

function isLost({ plan, wire }: RunAnswer): boolean {
  if (!plan || wire?.kind === 'drip') return plan?.error !== undefined || plan?.raw !== undefined;
  return wire !== undefined || plan.error !== undefined || plan.raw !== undefined || plan.body !== undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isSearch = ({ operation }: Pick<RunCall, 'operation'>): boolean => operation.id.endsWith('.search');

const referenceKey = ({ owner }: RunCall, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

const contentKey = (scenario: string, { operation, owner }: RunCall, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/** Tokens and references can differ. Exported sandboxes contain the keys, so they must not change. */
function purposeKey(call: RunCall, scenario: string): string | undefined {
  const { operation, owner, body } = call;
  const stay = stayOf(call);
  if (stay === undefined) return undefined;
  const guest = operation.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation.id, owner, stay, guest])), 0)}`;
}

/** Of the request for conditions, or of the conditions that a DoBooking refers to. */
function stayOf(call: RunCall): unknown {
  const { operation, body, sandbox } = call;
  const isBooking = operation.effect === 'book';
  if (!isBooking && (operation.effect !== 'validate' || !operation.product)) return undefined;
  const record = sandbox.store.token(tokenBehind(call, isBooking ? 'conditions' : 'search') ?? '');
  if (record?.step === 'conditions') return [record.criteria, record.item, record.serviceDate];
  if (record?.step !== 'search' || !operation.product) return undefined;
  const request = asObject(body);
  return [record.criteria, request[productNames[operation.product].item], request.ServiceDate];
}

function tokenBehind({ body, owner, sandbox }: RunCall, step: 'search' | 'conditions'): string | undefined {
  const { Token, ReToken } = asObject(body);
  return [Token, ReToken]
    .filter(isText)
    .map(recordKey)
    .find(key => {
      const record = sandbox.store.token(key);
      return record?.step === step && record.owner === owner;
    });
}

function guestsOf(body: unknown): Record<string, unknown>[] {
  const { Rooms, Paxs } = asObject(body);
  return [Paxs ?? [], ...asList(Rooms).map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
}

function mainGuestOf(body: unknown): unknown {
  const guests = guestsOf(body);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
