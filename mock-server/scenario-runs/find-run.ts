import { type AnyOperation, productNames } from '#contracts';
import type { Warning } from '#contracts/exchange';
import type { FaultPlan } from '#contracts/fault';
import { asObject } from '#contracts/util';
import type { Bookings } from '../bookings/index.ts';
import { hash64, hexId } from '../seed.ts';
import type { Store } from '../store/index.ts';
import { recordKey } from '../tokens/index.ts';
import type { ScenarioRun, ScenarioRuns } from './runs.ts';

/** The data of a call that decides which scenario run the call belongs to. */
interface RunCall {
  readonly operation: AnyOperation;
  readonly owner: string;
  /** The request, with the field names of the contract. */
  readonly body: unknown;
  readonly sandbox: {
    readonly runs: ScenarioRuns;
    readonly store: Pick<Store, 'token' | 'idByReference'>;
    readonly bookings: Pick<Bookings, 'find'>;
  };
}

/** A call, and the id of the scenario that its header requests (`asked`). */
interface HeaderCall extends RunCall {
  readonly asked: string | undefined;
  readonly warnings: Warning[];
}

/**
 * Returns the scenario run that a call belongs to, and begins a run if needed. A call that continues a run belongs to
 * that run. For any other call, the header, the item in Testville or a guest's surname decides, in this order. But if a
 * fault replaced the answer to an earlier call with the same purpose, and the run of that call has no booking, the call
 * belongs to that run. A Search without the header belongs to no run.
 *
 * @example findRun(call)?.faults
 */
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

/**
 * Returns the run that a call continues. The Token or ReToken, the booking id or the client's reference in the request identifies
 * the run. A DoBooking that adds a service to a booking of the same scenario continues the run of that booking.
 */
function continuedBy(call: RunCall): ScenarioRun | undefined {
  const { runs, store } = call.sandbox;
  if (runs.size === 0) return undefined;
  const { Token, ReToken, BookingId } = asObject(call.body);
  const records = [Token, ReToken].filter(isText).flatMap(token => store.token(recordKey(token)) ?? []);
  const byToken = runs.get(records.flatMap(record => ('play' in record ? record.play : [])).at(0));
  const byBooking = isText(BookingId) && BookingId !== '0' ? runOfBooking(BookingId, call) : undefined;
  if (byToken && byToken.scenario !== byBooking?.scenario) return byToken;
  return byBooking ?? byToken ?? byReference(call);
}

const runOfBooking = (id: string, { sandbox, owner }: RunCall): ScenarioRun | undefined =>
  sandbox.runs.get(sandbox.bookings.find(owner, id)?.play);

/**
 * Returns the run of a look-up by the client's reference or by booking number. The booking need not exist, because its
 * DoBooking may have failed.
 */
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
  const [id] = Array.isArray(listed.BookingNumber) ? listed.BookingNumber : [];
  return isText(id) ? runOfBooking(id, call) : undefined;
}

/**
 * Returns the earlier run that a repeated call resumes: a run of the same scenario, without a booking, in which a fault
 * replaced the answer to a call with the same purpose, or a call had the same reference. Otherwise a fault with `times:
 * 1` would apply again each time a client starts again with a Search.
 *
 * @param begun the run that the call belongs to if no earlier run is resumed
 */
function resumed(
  call: RunCall,
  begun: Pick<ScenarioRun, 'scenario'> & Partial<ScenarioRun>,
): ScenarioRun | undefined {
  const { operation, body, sandbox } = call;
  if (begun.booked) return undefined;
  const { ExternalReference: reference } = asObject(body);
  const isNamed = operation.effect === 'book' && isText(reference);
  const keys = [...(isNamed ? [referenceKey(call, reference)] : []), purposeKey(call, begun.scenario) ?? ''];
  return keys
    .flatMap(key => sandbox.runs.byKey(key) ?? [])
    .find(({ scenario, booked }) => scenario === begun.scenario && !booked);
}

/**
 * Returns the run of a call with the scenario header. Calls with the same content share a run. But when a Search has
 * returned a Token, the same Search begins another run.
 */
function byHeader(call: HeaderCall): ScenarioRun | undefined {
  const { asked, sandbox, body } = call;
  if (asked === undefined) return undefined;
  const key = contentKey(asked, call, body);
  if (isSearch(call)) return sandbox.runs.joinOpen(asked, key);
  return resumed(call, { scenario: asked }) ?? sandbox.runs.join(asked, key);
}

/** Returns the run of a call without the scenario header. The item or the guests in the request choose the scenario. */
function byData(call: RunCall): ScenarioRun | undefined {
  if (call.operation.effect === 'validate') return byItem(call);
  return call.operation.effect === 'book' ? bySurname(call) : undefined;
}

function byItem(call: RunCall): ScenarioRun | undefined {
  const { sandbox, operation, body } = call;
  const { runs } = sandbox;
  const { product } = operation;
  if (!product || !runs.catalogue.testville) return undefined;
  const item = asObject(body)[productNames[product].item];
  const scenario = runs.catalogue.testville.scenarioOf(product, String(item));
  const search = scenario === undefined ? undefined : tokenBehind(call, 'search');
  if (scenario === undefined || search === undefined) return undefined;
  return resumed(call, { scenario }) ?? runs.join(scenario, `${scenario} ${search}`);
}

/**
 * Returns the run that a guest's surname chooses. Until a booking exists, a repeated request belongs to the same run,
 * also if it has the Token of new conditions.
 */
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

/** The parts of an answer that decide how its run continues. */
interface RunAnswer {
  readonly status: number;
  readonly plan: FaultPlan | undefined;
  readonly wire: { readonly kind: string } | undefined;
  /** Whether the answer contains the result of the operation, and not the error or the body of a fault. */
  readonly isWritten: boolean;
}

/**
 * Records in a run how one of its calls was answered. If the client has received the Token of a Search, the next Search begins
 * another run. If the answer to a request for conditions or to a DoBooking was lost, a call with the same purpose continues
 * this run. After the client has received conditions, or when a booking exists, such a call no longer continues the run.
 */
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

/** Returns whether a fault replaced the answer, so that the client did not receive it. */
function isLost({ plan, wire }: RunAnswer): boolean {
  if (!plan || wire?.kind === 'drip') return plan?.error !== undefined || plan?.raw !== undefined;
  return wire !== undefined || plan.error !== undefined || plan.raw !== undefined || plan.body !== undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns whether a call is a Search of any product. */
const isSearch = ({ operation }: Pick<RunCall, 'operation'>): boolean => operation.id.endsWith('.search');

/** Returns the key that is equal for all calls in which a client sends the same reference. The booking need not exist. */
const referenceKey = ({ owner }: RunCall, reference: string): string =>
  `reference ${JSON.stringify([owner, reference])}`;

/** Returns the key that is equal for all calls with the same content and the same scenario. */
const contentKey = (scenario: string, { operation, owner }: RunCall, content: unknown): string =>
  `content ${hexId(hash64(`${scenario} ${operation.id} ${owner} ${JSON.stringify(content)}`), 0)}`;

/**
 * Returns the key that is equal for all calls with the same purpose: the same operation for the same stay and the same guest.
 * Their tokens and references can differ. Exported sandboxes contain the keys, so the keys must not change.
 */
function purposeKey(call: RunCall, scenario: string): string | undefined {
  const { operation, owner, body } = call;
  const stay = stayOf(call);
  if (stay === undefined) return undefined;
  const guest = operation.effect === 'book' ? mainGuestOf(body) : [];
  return `wish ${hexId(hash64(JSON.stringify([scenario, operation.id, owner, stay, guest])), 0)}`;
}

/**
 * Returns the criteria and the chosen item. For a request for conditions, the item is in the request. For a DoBooking, the
 * record of the booking conditions contains the criteria and the item.
 */
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

/** Returns the record key of the request's Token or ReToken; undefined when this user received no such token for the step. */
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

/** Lists the guests of a DoBooking as the client sent them. */
function guestsOf(body: unknown): Record<string, unknown>[] {
  const { Rooms, Paxs } = asObject(body);
  const rooms = Array.isArray(Rooms) ? Rooms : [];
  return [Paxs ?? [], ...rooms.map(room => asObject(room).Paxs ?? [])].flat().map(asObject);
}

/** Returns the names of the main guest: the guest with MainPax, or the first guest if no guest has MainPax. */
function mainGuestOf(body: unknown): unknown {
  const guests = guestsOf(body);
  const main = guests.find(({ MainPax }) => MainPax === true) ?? guests[0];
  return [main?.Name, main?.Surname];
}
