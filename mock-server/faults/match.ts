import type { AnyOperation, OperationId, ProblemCode } from '#contracts';
import {
  type Commit,
  emptyFaultPlan,
  type FaultCall,
  type FaultEffect,
  type FaultPlan,
  kindNames,
  kindOf,
  type PlanCall,
  type PlannedError,
} from '#contracts/fault';
import { asObject, isObject } from '#contracts/util';
import { problem, Refusal, refuse } from '../books/index.ts';
import { addFired, conflictIn, type FaultRecord, ownCommit } from './record.ts';

/** Another matching fault can still prevent that it applies. */
export interface FaultMatch {
  readonly record: FaultRecord;
  readonly draw: PlanCall['draw'];
  /** Undefined if the fault does not count for each item. */
  readonly item: string | undefined;
}

/** The faults of the sandbox, or of the scenario to which the call belongs. */
export interface FaultSource {
  readonly faults: {
    match(call: FaultCall): readonly FaultMatch[];
    isRevoked(owner: string): boolean;
  };
  readonly scenario?: string;
}

export type MatchedFaults = NonNullable<ReturnType<typeof planMatches>>;

const placeOf = ({ record }: FaultMatch): number => kindNames.indexOf(record.fault.effect.kind);

const ownerOf = ({ scenario }: FaultSource): string =>
  scenario === undefined ? 'this sandbox' : `the scenario "${scenario}"`;

/** If two faults conflict, the one of the later source applies. The scenario must be the last, because the call itself chose it. */
export function matchFaults(call: FaultCall, sources: readonly FaultSource[]): MatchedFaults | undefined {
  const matches = new Map<FaultMatch, FaultSource>();
  for (const source of sources) {
    const later = source.faults.match(call);
    for (const earlier of later.length > 0 ? [...matches.keys()] : [])
      if (later.some(match => conflict(call, earlier, match))) matches.delete(earlier);
    for (const match of later) matches.set(match, source);
  }
  if (matches.size === 0) return undefined;
  return planMatches(call, matches);
}

const conflict = ({ operation }: FaultCall, a: FaultMatch, b: FaultMatch): boolean =>
  conflictIn(operation.id as OperationId, a.record.fault, b.record.fault) !== undefined; // all operations are in the registry

function planMatches(call: FaultCall, matches: ReadonlyMap<FaultMatch, FaultSource>) {
  const commit = commitOf([...matches.keys()].map(({ record }) => record.fault.effect));
  const hits: FaultMatch[] = [];
  let plan: FaultPlan = { ...emptyFaultPlan, commit };
  for (const [match, source] of [...matches].sort(([a], [b]) => placeOf(a) - placeOf(b))) {
    const { effect } = match.record.fault;
    const kind = kindOf(effect);
    if (commit === 'never' && kind.part === 'operation') continue;
    const { draw, record } = match;
    const { memory } = record;
    const owner = `a fault of ${ownerOf(source)}`;
    const part = kind.plan(effect, { ...call, memory, source: owner, delay: plan.delay, draw });
    if (!part) continue;
    plan = mergePlans(plan, part);
    countFired(match, 1);
    hits.push(match);
  }
  if (hits.length === 0) return undefined;
  return {
    plan,
    get hits() {
      return hits.map(({ record: { id, fault } }) => ({ id, kind: fault.effect.kind }));
    },
    /** The supplier has refused the call, so faults that change the operation do not count. The result restores the hits. */
    withdraw: () => withdraw(hits),
  };
}

function countFired({ record, item }: FaultMatch, added: 1 | -1): void {
  record.fired += added;
  if (item !== undefined) addFired(record.memory, item, added);
}

/** A `visibility` fault still counts, because it hid the booking. */
function withdraw(hits: FaultMatch[]): () => void {
  const before = [...hits];
  const isUndone = ({ record: { fault } }: FaultMatch) =>
    kindOf(fault.effect).part === 'operation' && fault.effect.kind !== 'visibility';
  for (const match of hits.filter(isUndone)) {
    hits.splice(hits.indexOf(match), 1);
    countFired(match, -1);
  }
  return () => void hits.splice(0, hits.length, ...before);
}

/** Without a `commit` of its own, a fault that replaces the answer prevents the operation, unless it changes only the body. */
function commitOf(effects: readonly FaultEffect[]): Commit | undefined {
  for (const effect of effects) {
    const own = ownCommit(effect);
    if (own !== undefined) return own;
  }
  const replaced = effects.filter(effect => kindOf(effect).part === 'answer');
  if (replaced.length === 0) return undefined;
  return replaced.every(({ kind }) => kind === 'body') ? 'before' : 'never';
}

/** Delays are added, lists are joined, and other values are replaced. */
function mergePlans(plan: FaultPlan, part: Partial<FaultPlan>): FaultPlan {
  const { errors, absent } = plan.directives;
  const added = part.directives ?? {};
  return {
    ...plan,
    ...part,
    delay: plan.delay + (part.delay ?? 0),
    rewrites: [...plan.rewrites, ...(part.rewrites ?? [])],
    directives: {
      ...plan.directives,
      ...added,
      ...(errors && added.errors && { errors: [...errors, ...added.errors] }),
      ...(absent && added.absent && { absent: [...absent, ...added.absent] }),
    },
  };
}

const codes: Readonly<Record<Exclude<PlannedError['status'], 401>, ProblemCode>> = {
  400: 'InvalidRequest',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  429: 'RateLimited',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

export function errorRefusal(
  error: PlannedError,
  { operation, body, now }: Pick<FaultCall, 'operation' | 'body' | 'now'>,
  ids: readonly string[],
): Refusal {
  const { status, source } = error;
  const code = status === 401 ? credentialProblem(operation) : codes[status];
  const message = `status ${status} was caused by ${ids.join(', ')}, ${source}`;
  const fields = status === 400 ? fieldsOf(body) : [];
  const entries = fields.map(field => problem(code, message, field));
  return new Refusal(entries.length > 0 ? entries : [problem(code, message)], retryAfterOf(error, now));
}

const maxNamed = 3;

function fieldsOf(body: unknown): string[] {
  const fields = Object.entries(asObject(body)).flatMap(([name, value]) => {
    if (name === 'Credential') return [];
    return isObject(value) ? Object.keys(value).map(inner => `${name}.${inner}`) : [name];
  });
  return fields.slice(0, maxNamed);
}

function retryAfterOf({ retryAfter, retryAfterForm }: PlannedError, now: number): Record<string, string> {
  if (retryAfter === undefined) return {};
  if (retryAfterForm === 'seconds') return { 'retry-after': String(retryAfter) };
  // Rounded up, because an HTTP date has no milliseconds, and a client must not repeat the call too early.
  const at = Math.ceil(now / 1_000 + retryAfter) * 1_000;
  return { 'retry-after': new Date(at).toUTCString() };
}

/** Static data has a token with a code of its own. */
const credentialProblem = (operation: AnyOperation | undefined): ProblemCode =>
  operation?.base === 'commons' ? 'InvalidStaticToken' : 'InvalidCredential';

/** @throws Refusal with status 401 */
export function refuseRevoked(
  { operation, owner }: { readonly operation: AnyOperation | undefined; readonly owner: string },
  sources: readonly FaultSource[],
): void {
  for (const source of sources) {
    if (!source.faults.isRevoked(owner)) continue;
    const message =
      source.scenario === undefined
        ? 'a fault of this sandbox has revoked this credential; disarm the fault to use the credential again'
        : `this call belongs to ${ownerOf(source)}, whose fault has revoked this credential`;
    throw refuse(credentialProblem(operation), message);
  }
}
