import type { OperationId } from '#contracts';
import {
  type Commit,
  type EffectKind,
  emptyFaultPlan,
  type FaultCall,
  type FaultEffect,
  type FaultPlan,
  faultKinds,
  kindOf,
  type PlanCall,
} from '#contracts/fault';
import { conflictIn, type FaultRecord, isSpent, ownCommit } from './record.ts';

/** A fault that matches a call and is due, unless another fault of the call keeps it from acting. */
export interface FaultMatch {
  readonly record: FaultRecord;
  readonly draw: PlanCall['draw'];
  /** To be called when the counts of the record have changed: a spent fault is compared with no further call. */
  update(): void;
}

/** The faults that a call can be hit by: those of its sandbox, or those of the scenario it runs. */
export interface FaultSource {
  readonly faults: {
    match(call: FaultCall): readonly FaultMatch[];
    isRevoked(owner: string): boolean;
  };
  /** Undefined for the faults of the sandbox. */
  readonly scenario?: string;
}

/** The faults that hit a call, and their plan. */
export interface MatchedFaults {
  readonly plan: FaultPlan;
  readonly hits: readonly { readonly id: string; readonly kind: EffectKind }[];
  /** Takes back the hits of faults that act through the operation. To be called when the operation was refused. */
  withdraw(): void;
}

const order = Object.keys(faultKinds);
const placeOf = ({ record }: FaultMatch): number => order.indexOf(record.fault.effect.kind);

/** Names the owner of faults in answers. */
export const ownerOf = ({ scenario }: FaultSource): string =>
  scenario === undefined ? 'this sandbox' : `the scenario "${scenario}"`;

/**
 * Counts a call in all its faults, and plans what those that hit it change. Where two conflict, the one of the later source
 * acts: the scenario, since the call itself chose it.
 *
 * @returns undefined when no fault hits the call
 * @example matchFaults(call, [{ faults: sandbox.faults }])?.plan.delay // 3000
 */
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
  conflictIn(operation.id as OperationId, a.record.fault, b.record.fault) !== undefined; // the registry's operations have no other ids

function planMatches(
  call: FaultCall,
  matches: ReadonlyMap<FaultMatch, FaultSource>,
): MatchedFaults | undefined {
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
    record.fired += 1;
    hits.push(match);
  }
  for (const { record, update } of matches.keys()) if (isSpent(record)) update();
  if (hits.length === 0) return undefined;
  return {
    plan,
    get hits() {
      return hits.map(({ record: { id, fault } }) => ({ id, kind: fault.effect.kind }));
    },
    withdraw: () => withdraw(hits),
  };
}

/** Faults that act through a refused operation did nothing. Only `visibility` did: it is the reason that a booking is not found. */
function withdraw(hits: FaultMatch[]): void {
  const isUndone = ({ record: { fault } }: FaultMatch) =>
    kindOf(fault.effect).part === 'operation' && fault.effect.kind !== 'visibility';
  for (const match of hits.filter(isUndone)) {
    hits.splice(hits.indexOf(match), 1);
    match.record.fired -= 1;
    match.update();
  }
}

/**
 * Returns when an operation takes effect under all faults of a call: as one of them says; else never where its answer is
 * replaced, and before where only its body is spoiled. Undefined where nothing replaces the answer.
 */
function commitOf(effects: readonly FaultEffect[]): Commit | undefined {
  for (const effect of effects) {
    const own = ownCommit(effect);
    if (own !== undefined) return own;
  }
  const replaced = effects.filter(effect => kindOf(effect).part === 'answer');
  if (replaced.length === 0) return undefined;
  return replaced.every(({ kind }) => kind === 'body') ? 'before' : 'never';
}

/** Adds a part to a plan. Delays add up; errors, missing suppliers and rewrites are appended; the rest is replaced. */
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
