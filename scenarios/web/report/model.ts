import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { counted, memoize } from '#contracts/util';
import type { PagePlay, PageRule, PageVerdict, PlaysPage } from '../../report/index.ts';

export type Place = Readonly<Record<string, string>>;

/** A new place; a value of undefined leaves the place. */
type Change = Readonly<Record<string, string | undefined>>;

/** What every part of a page about plays shows or changes. */
interface View {
  readonly page: PlaysPage;
  readonly place: Place;
  change(change: Change): void;
}

export const ViewContext = createContext<View | undefined>(undefined);

export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('this part is outside of a page about plays');
  return view;
}

/** Returns the place of a URL fragment. @example readPlace('#play=hotel-confirmed') // { play: 'hotel-confirmed' } */
export const readPlace = (hash: string): Place => Object.fromEntries(new URLSearchParams(hash.slice(1)));

/** Returns the link to a place. Empty values are left out. @example linkTo({ play: 'a b' }) // '#play=a+b' */
export function linkTo(place: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(place).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value).toWellFormed()]],
  );
  return `#${new URLSearchParams(given)}`;
}

/** Returns the place of the page, and a function that changes it without a new entry in the history. */
export function usePlace(): [Place, (change: Change) => void] {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const follow = () => setPlace(readPlace(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const change = (changed: Change) => {
    const next = linkTo({ ...readPlace(location.hash), ...changed });
    history.replaceState(null, '', next);
    setPlace(readPlace(next));
  };
  return [place, change];
}

export const states = [
  { state: 'broken', name: 'Broken', tone: 'bad', words: 'broken' },
  {
    state: 'harness-error',
    name: 'Harness error',
    tone: 'bad',
    words: 'without a verdict, because of a harness error',
  },
  { state: 'warned', name: 'Warnings', tone: 'warn', words: 'held with warnings' },
  { state: 'unproven', name: 'Unproven', tone: 'warn', words: 'unproven' },
  { state: 'not-played', name: 'Not played', tone: 'none', words: 'not played' },
  { state: 'held', name: 'Held', tone: 'good', words: 'held' },
] as const satisfies readonly { state: PagePlay['state']; name: string; tone: string; words: string }[];

export const shownState = (state: PagePlay['state']): (typeof states)[number] =>
  states.find(one => one.state === state) ?? states[5];

export type RuleGroup = ReturnType<typeof groupByRule>[number];

const rankOf = ({ weight }: Pick<PageVerdict, 'weight'>) => ['fail', 'warn', 'known'].indexOf(weight);

export function selectPlays({ plays }: PlaysPage, { state, product, tag, q = '' }: Place): PagePlay[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return plays.filter(play => {
    if (state && play.state !== state) return false;
    if (product && !play.products?.some(one => one === product)) return false;
    if (tag && !play.tags?.includes(tag)) return false;
    return words.every(word => searchTextOf(play).includes(word));
  });
}

const searchTextOf = memoize((play: PagePlay): string => {
  const { name, title = '', outcome = '', verdicts, reason = '' } = play;
  const found = verdicts.flatMap(({ rule, findings }) => [rule, ...findings.map(({ message }) => message)]);
  return [name, title, outcome, reason, ...found].join('\n').slice(0, 20_000).toLowerCase();
}, new WeakMap());

export function groupByRule({ rules }: PlaysPage, plays: readonly PagePlay[]) {
  const found = plays.flatMap(play => play.verdicts.map(verdict => ({ play, verdict })));
  const byRule = Map.groupBy(found, ({ verdict }) => verdict.rule);
  const groups = rules.flatMap(rule => {
    const broken = byRule.get(rule.id)?.toSorted((a, b) => rankOf(a.verdict) - rankOf(b.verdict));
    const weight = broken?.[0]?.verdict.weight;
    return broken && weight ? [{ rule, weight, broken }] : [];
  });
  // The sort keeps the order of the rules, as the other formats do: a logged password is not worse than a second booking.
  const placeOf = ({ rule, weight }: Pick<PageVerdict, 'weight'> & { rule: PageRule }) =>
    4 * rankOf({ weight }) + (rule.level === 'should' ? 2 : 0) + (rule.isEnd ? 1 : 0);
  return groups.sort((a, b) => placeOf(a) - placeOf(b));
}

export function countLetters(plays: readonly PagePlay[], rule: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { cells } of plays) counts.set(cells[rule] ?? ' ', (counts.get(cells[rule] ?? ' ') ?? 0) + 1);
  return counts;
}

export function headline({ kind, plays }: Pick<PlaysPage, 'kind' | 'plays'>): { text: string; tone: string } {
  const all = counted(plays.length, kind === 'run' ? 'scenario' : 'recording');
  const worst = states.find(({ state }) => plays.some(play => play.state === state));
  const count = plays.filter(play => play.state === worst?.state).length;
  if (!worst) return { text: 'Nothing was judged', tone: 'warn' };
  const { state, tone, words } = worst;
  if (plays.length === 1) return { text: words.charAt(0).toUpperCase() + words.slice(1), tone };
  return { text: state === 'held' ? `All ${all} held` : `${count} of ${all} ${words}`, tone };
}
