import type { Story, StoryCall } from '../../../report/index.ts';

export interface PlacedRow {
  readonly row: StoryRow;
  readonly y: number;
  readonly height: number;
}

const heights: Readonly<Record<StoryRow['kind'], number>> = {
  call: 48,
  state: 24,
  charge: 24,
  expiry: 20,
  wait: 30,
  restart: 34,
  same: 28,
  end: 30,
  left: 24,
};
const maxTokenLanes = 5;

export type Layout = ReturnType<typeof layoutOf>;

export function layoutOf(story: Story, rows: readonly StoryRow[]) {
  let y = 8;
  const placed = rows.map((row): PlacedRow => {
    const height = heights[row.kind];
    y += height;
    return { row, y: y - height, height };
  });
  const places = placesOf(placed);
  const services = story.services.flatMap((_, lane) => statusBars(placed, lane, y));
  return { rows: placed, height: y + 8, services, ...tokenBars(story, places, y) };
}

function placesOf(placed: readonly PlacedRow[]) {
  const calls = new Map<number, number>();
  for (const { row, y, height } of placed) {
    const all = row.kind === 'call' ? [row.call] : row.kind === 'same' ? row.calls : [];
    for (const { number } of all) calls.set(number, y + height - 8);
  }
  return {
    /** Returns where the answer of a call is; undefined for a call that the picture leaves out. */
    ofCall: (number: number | undefined) => (number === undefined ? undefined : calls.get(number)),
    ofTime(at: number) {
      const later = placed.find(({ row }) => row.at >= at && row.kind !== 'wait');
      return later ? later.y + later.height / 2 : (placed.at(-1)?.y ?? 0);
    },
  };
}

function statusBars(placed: readonly PlacedRow[], lane: number, bottom: number) {
  const steps = placed.flatMap(({ row, y, height }) =>
    row.kind === 'state' && row.service === lane ? [{ row, y: y + height / 2 }] : [],
  );
  return steps.map(({ row, y }, index) => ({
    lane,
    from: y,
    to: steps[index + 1]?.y ?? bottom,
    name: `${itemOf(row.of)}: ${row.status}`,
    tone: toneOf(row.status),
  }));
}

function tokenBars({ tokens }: Story, places: ReturnType<typeof placesOf>, bottom: number) {
  const free: number[] = [];
  const bars = tokens.flatMap(({ kind, name, from, until, end, by, usedBy }) => {
    const start = places.ofCall(by) ?? places.ofTime(from);
    const stop = end === 'open' ? bottom : (places.ofCall(usedBy) ?? places.ofTime(until));
    const at = free.findIndex(taken => taken < start);
    const lane = at >= 0 ? at : free.length;
    if (lane >= maxTokenLanes) return [];
    free[lane] = Math.max(start, stop) + 6;
    const how = { expired: 'expired', used: 'used up', open: 'still valid at the end' }[end];
    const to = Math.max(start + 3, stop);
    return [{ lane, from: start, to, name: `${kind} ${name}, ${how}`, tone: end }];
  });
  return { tokens: bars, tokenLanes: free.length, hiddenTokens: tokens.length - bars.length };
}

const good = ['confirmed'];
const bad = ['rejected', 'failed', 'technical-problem', 'cancellation-failed', 'credit-blocked'];
const gone = ['cancelled', 'expired'];

export function toneOf(status: string): 'good' | 'bad' | 'gone' | 'open' {
  if (good.includes(status)) return 'good';
  if (bad.includes(status)) return 'bad';
  return gone.includes(status) ? 'gone' : 'open';
}

type Service = Story['services'][number];

export const itemOf = ({ product, item, name = `${product} ${item}` }: Service): string => name;

/** One row of the picture of a story. The rows are in the order of time. */
export type StoryRow = { readonly at: number } & (
  | { readonly kind: 'call'; readonly call: StoryCall }
  | {
      readonly kind: 'state';
      readonly service: number;
      readonly of: Service;
      readonly status: string;
      readonly before?: string | undefined;
    }
  | { readonly kind: 'charge'; readonly charge: Story['charges'][number] }
  | { readonly kind: 'expiry'; readonly token: Story['tokens'][number] }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'restart' }
  | { readonly kind: 'same'; readonly calls: readonly StoryCall[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'left'; readonly count: number }
);

export interface RowOptions {
  readonly marked?: ReadonlySet<number> | undefined;
  readonly isFull?: boolean | undefined;
  readonly isOpen?: boolean | undefined;
}

const shortestWait = 1_000;
/** The number of equal calls in a row from which the picture shows only the first and the last of them. */
const manyCalls = 4;

/** After each call, what the call changed at the supplier. Long waits are rows, so that the picture can shorten them. */
export function storyRows(story: Story, { marked = new Set(), isFull, isOpen }: RowOptions = {}): StoryRow[] {
  const calls = isFull ? story.calls.map(call => [call]) : groupsOf(story, marked);
  const own = eventsOf(story);
  const byCall = Map.groupBy(own, ({ by }) => by);
  const shown = new Set(story.calls.map(({ number }) => number));
  const free = own.filter(({ by }) => by === undefined || !shown.has(by)).sort((a, b) => a.row.at - b.row.at);
  const rows: StoryRow[] = [];
  const passed = (until: number) => {
    for (let next = free[0]; next && next.row.at <= until; next = free[0]) {
      rows.push(next.row);
      free.shift();
    }
  };
  for (const group of calls) {
    const [call] = group;
    if (!call) continue;
    passed(call.at);
    rows.push(
      group.length > 1 ? { kind: 'same', at: call.at, calls: group } : { kind: 'call', at: call.at, call },
    );
    for (const { number } of group) rows.push(...(byCall.get(number) ?? []).map(({ row }) => row));
  }
  passed(story.ended);
  if (story.left !== undefined) rows.push({ kind: 'left', at: story.ended, count: story.left });
  if (!isOpen) rows.push({ kind: 'end', at: story.ended });
  passed(Number.POSITIVE_INFINITY);
  return withWaits(rows);
}

interface OwnEvent {
  readonly by?: number | undefined;
  readonly row: StoryRow;
}

function eventsOf({ services, charges, restarts, tokens, ended }: Story): OwnEvent[] {
  return [
    ...services.flatMap((of, service) =>
      of.states.map(({ at, by, status }, index): OwnEvent => {
        const before = of.states[index - 1]?.status;
        return { by, row: { kind: 'state', at, service, of, status, before } };
      }),
    ),
    ...charges.map((charge): OwnEvent => ({ by: charge.by, row: { kind: 'charge', at: charge.at, charge } })),
    ...restarts.map(({ at, after }): OwnEvent => ({ by: after, row: { kind: 'restart', at } })),
    ...tokens
      .filter(({ end, until }) => end === 'expired' && until < ended)
      .map((token): OwnEvent => ({ row: { kind: 'expiry', at: token.until, token } })),
  ];
}

/** Puts equal calls into groups, apart from the first and the last call, and from calls that must be shown. */
function groupsOf({ calls, restarts, services, charges }: Story, marked: ReadonlySet<number>): StoryCall[][] {
  const events = [...services.flatMap(({ states }) => states), ...charges];
  const causes = new Set([...events.map(({ by }) => by), ...restarts.map(({ after }) => after)]);
  const isPlain = ({ number, faults, ending }: StoryCall) =>
    !marked.has(number) && !causes.has(number) && !faults && !ending;
  const groups: StoryCall[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    const like = last?.[0];
    const joins = like && isPlain(like) && isPlain(call) && keyOf(like) === keyOf(call);
    const isApart = events.some(
      ({ at, by }) => by === undefined && at > (last?.at(-1)?.at ?? 0) && at <= call.at,
    );
    if (last && joins && !isApart) last.push(call);
    else groups.push([call]);
  }
  return groups.flatMap(group =>
    group.length < manyCalls
      ? group.map(call => [call])
      : [group.slice(0, 1), group.slice(1, -1), group.slice(-1)],
  );
}

const keyOf = ({ operation, url, status, said }: StoryCall): string =>
  JSON.stringify([operation ?? url, status, said]);

function endOf(row: StoryRow): number {
  if (row.kind === 'call') return row.at + row.call.tookMs;
  const last = row.kind === 'same' ? row.calls.at(-1) : undefined;
  return last ? last.at + last.tookMs : row.at;
}

function withWaits(rows: readonly StoryRow[]): StoryRow[] {
  let reached = 0;
  return rows.flatMap((row): StoryRow[] => {
    const ms = row.at - reached;
    const from = reached;
    reached = Math.max(reached, endOf(row));
    return ms < shortestWait ? [row] : [{ kind: 'wait', at: from, ms }, row];
  });
}
