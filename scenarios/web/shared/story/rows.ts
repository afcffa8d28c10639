import type { Story, StoryCall } from '../../../story/index.ts';

type Service = Story['services'][number];

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
  /** A wait, which the picture shortens. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'restart' }
  /** Equal calls that the picture leaves out. */
  | { readonly kind: 'same'; readonly calls: readonly StoryCall[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'left'; readonly count: number }
);

/** What a picture of a story shows. */
export interface RowOptions {
  /** The numbers of the calls that prove a finding. The picture always shows them. */
  readonly marked?: ReadonlySet<number> | undefined;
  /** Whether the picture also shows each of several equal calls in a row. */
  readonly isFull?: boolean | undefined;
}

/** A shorter pause is no wait. */
const shortestWait = 1_000;
/** The number of equal calls in a row from which the picture shows only the first and the last of them. */
const manyCalls = 4;

/**
 * Returns the rows of a story: calls, and after each call what the call changed at the supplier. Long waits are rows of their own,
 * so that the picture can shorten them.
 *
 * @example storyRows(story).map(({ kind }) => kind) // ['call', 'call', 'state', 'wait', 'call', 'end']
 */
export function storyRows(story: Story, { marked = new Set(), isFull = false }: RowOptions = {}): StoryRow[] {
  const calls = isFull ? story.calls.map(call => [call]) : groupsOf(story, marked);
  const own = eventsOf(story);
  const byCall = Map.groupBy(own, ({ by }) => by);
  const shown = new Set(story.calls.map(({ number }) => number));
  const free = own.filter(({ by }) => by === undefined || !shown.has(by)).sort((a, b) => a.row.at - b.row.at);
  const rows: StoryRow[] = [];
  const passed = (until: number, isEnd = false) => {
    while (free[0] && (free[0].row.at < until || (!isEnd && free[0].row.at <= until))) {
      const next = free.shift();
      if (next) rows.push(next.row);
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
  rows.push({ kind: 'end', at: story.ended });
  passed(Number.POSITIVE_INFINITY);
  return withWaits(rows);
}

interface OwnEvent {
  readonly by?: number | undefined;
  readonly row: StoryRow;
}

/** Returns what happened beside the calls, each event with the number of the call that caused it. */
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

/** Returns when a row ends. */
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
