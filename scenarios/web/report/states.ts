import type { PagePlay } from '../../reports/index.ts';

/** How a page shows the states of plays, the most important first. */
export const states = [
  { state: 'broken', name: 'Broken', tone: 'bad' },
  { state: 'harness-error', name: 'Harness error', tone: 'bad' },
  { state: 'warned', name: 'Warnings', tone: 'warn' },
  { state: 'unproven', name: 'Unproven', tone: 'warn' },
  { state: 'not-played', name: 'Not played', tone: 'none' },
  { state: 'held', name: 'Held', tone: 'good' },
] as const satisfies readonly { state: PagePlay['state']; name: string; tone: string }[];

/** Returns how a state is shown. */
export const shownState = (state: PagePlay['state']): (typeof states)[number] =>
  states.find(one => one.state === state) ?? states[5];
