import type { Facts } from '#contracts/exchange';
import { foldText, once } from '#contracts/util';
import { type Call, readCall, type Step } from './call.ts';
import { readRetries } from './retries.ts';
import { readTrips } from './trips.ts';

interface TokenUse {
  readonly token: string;
  issuer: Call | undefined;
  readonly users: Call[];
}

/** All rules read this data. */
export type Traffic = ReturnType<typeof readTraffic>;

interface TrafficOptions {
  readonly killedIn?: readonly number[] | undefined;
  readonly restartedAfter?: number | undefined;
  readonly isOneTask?: boolean;
  /** How many the task requests. They are no retries. */
  readonly lookups?: number;
}

/** `facts`: in order. The running time grows linearly with their number. */
export function readTraffic(
  facts: readonly Facts[],
  { isOneTask = false, lookups = 0, killedIn = [], restartedAfter = killedIn[0] }: TrafficOptions = {},
) {
  const calls: readonly Call[] = facts.map(one =>
    readCall(one, killedIn.includes(one.number), one.number > (restartedAfter ?? one.number)),
  );
  const lookUps = calls.filter(call => call.isLookUp);
  for (const call of lookUps.slice(0, lookups)) call.isWantedRepeat = true;
  const tokens = linkCalls(calls);
  const steps = Map.groupBy(calls, ({ step }) => step);
  const of = (step: Step): readonly Call[] => steps.get(step) ?? [];
  const looks = Map.groupBy(lookUps, ({ by }) => by);
  const selections = Map.groupBy(of('conditions'), ({ selection }) => selection);
  return {
    calls,
    /** Such as all Searches, in order. */
    of,
    /** By one credential, in order. */
    looksBy: (by: string): readonly Call[] => looks.get(by) ?? [],
    tokens: [...tokens.values()],
    usersOf: (token: string | undefined): readonly Call[] => tokens.get(token)?.users ?? [],
    /** Of one offer in order, also from different Searches. */
    conditionsOf: (selection: string): readonly Call[] => selections.get(selection) ?? [],
    trips: readTrips(calls),
    /** DoBookings in order, with equal credential, product, item, units, first day and main guest (flow.3). */
    stays: [...Map.groupBy(of('book'), stayOf).values()],
    retries: once(() => readRetries(calls, isOneTask)),
  };
}

/** The calls must come in order. */
function linkCalls(calls: readonly Call[]) {
  const tokens = new Map<string | undefined, TokenUse>();
  const searches = new Map<string | undefined, Call>();
  const latest = new Map<string, Call>();
  const useOf = (token: string): TokenUse => {
    const use = tokens.get(token) ?? { token, issuer: undefined, users: [] };
    tokens.set(token, use);
    return use;
  };
  for (const call of calls) {
    const { request, answer } = call.facts;
    if (request.token !== undefined && call.step !== 'static') {
      const use = useOf(request.token);
      call.userBefore = use.users.at(-1);
      use.users.push(call);
      call.issuer = use.issuer;
    }
    call.search = call.step === 'search' ? call : (call.issuer?.search ?? searches.get(request.reToken));
    if (answer.token !== undefined) useOf(answer.token).issuer = call;
    if (answer.reToken !== undefined) searches.set(answer.reToken, call);
    if (call.step === 'conditions') {
      const key = `${call.search?.number} ${call.selection}`;
      call.sameBefore = latest.get(key);
      if (call.sameBefore) call.sameBefore.sameAfter = call;
      latest.set(key, call);
    }
  }
  return tokens;
}

/** Letter case, accents and extra spaces in the name of the guest make no difference. */
export function stayOf(call: Call): string {
  const { request } = call.facts;
  const start = request.start ?? call.search?.facts.request.start;
  const guest = request.mainPax === undefined ? undefined : foldText(request.mainPax).trim();
  return JSON.stringify([call.selection, start, guest?.replace(/\s+/g, ' ')]);
}
