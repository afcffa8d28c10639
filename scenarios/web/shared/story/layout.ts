import type { Story } from '../../../story/index.ts';
import type { StoryRow } from './rows.ts';

/** A row with its place in the picture. */
export interface PlacedRow {
  readonly row: StoryRow;
  readonly y: number;
  readonly height: number;
}

/** A bar of the supplier: a part of a service's life with one status, or the life of a Token. */
export interface LifeBar {
  readonly lane: number;
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly tone: string;
}

/** The places of everything in the picture of a story. */
export interface Layout {
  readonly rows: readonly PlacedRow[];
  readonly height: number;
  readonly services: readonly LifeBar[];
  readonly tokens: readonly LifeBar[];
  /** The number of lanes for the lives of Tokens. */
  readonly tokenLanes: number;
  /** The number of Tokens for which there is no lane. */
  readonly hiddenTokens: number;
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

/**
 * Returns the places of the rows, of the statuses of services, and of the lives of Tokens.
 *
 * @example layoutOf(story, storyRows(story)).height
 */
export function layoutOf(story: Story, rows: readonly StoryRow[]): Layout {
  let y = 8;
  const placed = rows.map((row): PlacedRow => {
    const height = heights[row.kind];
    y += height;
    return { row, y: y - height, height };
  });
  const places = placesOf(placed);
  const services = story.services.flatMap((_, lane) => statusBars(placed, lane, y));
  const { bars, hidden, lanes } = tokenBars(story, places, y);
  return { rows: placed, height: y + 8, services, tokens: bars, tokenLanes: lanes, hiddenTokens: hidden };
}

interface Places {
  /** Returns where the answer of a call is; undefined for a call that the picture leaves out. */
  ofCall(number: number | undefined): number | undefined;
  ofTime(at: number): number;
}

function placesOf(placed: readonly PlacedRow[]): Places {
  const calls = new Map<number, number>();
  for (const { row, y, height } of placed) {
    const all = row.kind === 'call' ? [row.call] : row.kind === 'same' ? row.calls : [];
    for (const { number } of all) calls.set(number, y + height - 8);
  }
  return {
    ofCall: number => (number === undefined ? undefined : calls.get(number)),
    ofTime(at) {
      const later = placed.find(({ row }) => row.at >= at && row.kind !== 'wait');
      return later ? later.y + later.height / 2 : (placed.at(-1)?.y ?? 0);
    },
  };
}

/** Returns a bar for each status of a service. */
function statusBars(placed: readonly PlacedRow[], lane: number, bottom: number): LifeBar[] {
  const steps = placed.flatMap(({ row, y, height }) =>
    row.kind === 'state' && row.service === lane ? [{ row, y: y + height / 2 }] : [],
  );
  return steps.map(({ row, y }, index) => ({
    lane,
    from: y,
    to: steps[index + 1]?.y ?? bottom,
    name: `${row.of.product} ${row.of.item}: ${row.status}`,
    tone: toneOf(row.status),
  }));
}

/** Gives each Token the first lane that is free. */
function tokenBars({ tokens }: Story, places: Places, bottom: number) {
  const free: number[] = [];
  const bars: LifeBar[] = [];
  let hidden = 0;
  for (const { kind, name, from, until, end, by, usedBy } of tokens) {
    const start = places.ofCall(by) ?? places.ofTime(from);
    const stop = end === 'open' ? bottom : (places.ofCall(usedBy) ?? places.ofTime(until));
    const at = free.findIndex(taken => taken < start);
    const lane = at >= 0 ? at : free.length;
    if (lane >= maxTokenLanes) hidden += 1;
    else {
      free[lane] = Math.max(start, stop) + 6;
      const how = { expired: 'expired', used: 'used up', open: 'still valid at the end' }[end];
      bars.push({
        lane,
        from: start,
        to: Math.max(start + 3, stop),
        name: `${kind} ${name}, ${how}`,
        tone: end,
      });
    }
  }
  return { bars, hidden, lanes: free.length };
}

const good = ['confirmed'];
const bad = ['rejected', 'failed', 'technical-problem', 'cancellation-failed', 'credit-blocked'];
const gone = ['cancelled', 'expired'];

/** Returns how a status of a service looks. */
export function toneOf(status: string): 'good' | 'bad' | 'gone' | 'open' {
  if (good.includes(status)) return 'good';
  if (bad.includes(status)) return 'bad';
  return gone.includes(status) ? 'gone' : 'open';
}
