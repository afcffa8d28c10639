import type { Facts } from '#contracts/exchange';
import { append, foldText, once } from '#contracts/util';
import { type Call, readCall, type Step, type Trip } from './call.ts';
import { readRetries } from './retries.ts';
import { createTrips } from './trips.ts';

interface TokenUse {
  readonly token: string;
  issuer: Call | undefined;
  readonly users: Call[];
}

/** All rules read this data. */
export interface Traffic {
  readonly calls: readonly Call[];
  /** Such as all Searches, in order. */
  of(step: Step): readonly Call[];
  /** By one credential, in order. */
  looksBy(by: string): readonly Call[];
  readonly tokens: readonly TokenUse[];
  usersOf(token: string | undefined): readonly Call[];
  /** Of one offer in order, also from different Searches. */
  conditionsOf(selection: string): readonly Call[];
  readonly trips: readonly Trip[];
  /** DoBookings in order, with equal credential, product, item, units, first day and main guest (flow.3). */
  readonly stays: readonly (readonly Call[])[];
  retries(): ReturnType<typeof readRetries>;
}

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
): Traffic {
  const calls = facts.map(one =>
    readCall(one, killedIn.includes(one.number), one.number > (restartedAfter ?? one.number)),
  );
  const steps = new Map<Step, Call[]>();
  const looks = new Map<string, Call[]>();
  const tokens = new Map<string, TokenUse>();
  const searches = new Map<string, Call>();
  const selections = new Map<string, Call[]>();
  const latest = new Map<string, Call>();
  const stays = new Map<string, Call[]>();
  const trips = createTrips();
  let lookupCount = 0;
  const useOf = (token: string): TokenUse => {
    const use = tokens.get(token) ?? { token, issuer: undefined, users: [] };
    tokens.set(token, use);
    return use;
  };
  for (const call of calls) {
    const { request, answer } = call.facts;
    append(steps, call.step, call);
    if (call.isLookUp) {
      append(looks, call.by, call);
      call.isWantedRepeat = lookupCount < lookups;
      lookupCount += 1;
    }
    if (request.token !== undefined && call.step !== 'static') {
      const use = useOf(request.token);
      call.userBefore = use.users.at(-1);
      use.users.push(call);
      call.issuer = use.issuer;
    }
    call.search =
      call.issuer?.search ?? (request.reToken === undefined ? undefined : searches.get(request.reToken));
    if (call.step === 'search') call.search = call;
    if (answer.token !== undefined) useOf(answer.token).issuer = call;
    if (answer.reToken !== undefined) searches.set(answer.reToken, call);
    if (call.step === 'conditions') {
      append(selections, call.selection, call);
      const key = `${call.search?.number} ${call.selection}`;
      call.sameBefore = latest.get(key);
      if (call.sameBefore) call.sameBefore.sameAfter = call;
      latest.set(key, call);
    }
    if (call.step === 'book') append(stays, stayOf(call), call);
    trips.add(call);
  }
  return {
    calls,
    of: step => steps.get(step) ?? [],
    looksBy: by => looks.get(by) ?? [],
    tokens: [...tokens.values()],
    usersOf: token => (token === undefined ? [] : (tokens.get(token)?.users ?? [])),
    conditionsOf: selection => selections.get(selection) ?? [],
    trips: trips.list(),
    stays: [...stays.values()],
    retries: once(() => readRetries(calls, isOneTask)),
  };
}

/** Letter case, accents and extra spaces in the name of the guest make no difference. */
export function stayOf(call: Call): string {
  const { request } = call.facts;
  const start = request.start ?? call.search?.facts.request.start;
  const guest = request.mainPax === undefined ? undefined : foldText(request.mainPax).trim();
  return JSON.stringify([call.selection, start, guest?.replace(/\s+/g, ' ')]);
}
