import { useMemo, useState } from 'preact/hooks';
import type { PagePlay, PageRule } from '../../report/index.ts';
import { visible } from '../shared/index.ts';
import { countLetters, linkTo, useView } from './model.ts';

/** The letters of verdicts: the tone and name of a cell, and the mark and title of a group. */
export const letters = [
  { letter: 'f', tone: 'bad', name: 'broken', mark: 'bad', title: 'Broken' },
  { letter: 'k', tone: 'known', name: 'known', mark: 'warn', title: 'Known' },
  { letter: 'h', tone: 'bad', name: 'failed', mark: 'bad', title: 'Failed' },
  { letter: 'w', tone: 'warn', name: 'warning', mark: 'warn', title: 'Warnings' },
  { letter: 'i', tone: 'unsure', name: 'inconclusive', mark: 'warn', title: 'Inconclusive' },
  { letter: 'p', tone: 'good', name: 'kept', mark: 'good', title: 'Kept' },
  { letter: 'n', tone: 'unseen', name: 'not observed', mark: 'none', title: 'Not observed' },
] as const;

const choices = ['all', 'with findings', 'not observed'] as const;
const isFound = (counts: ReadonlyMap<string, number>) => 'fkhw'.split('').some(letter => counts.has(letter));
const isSeen = (counts: ReadonlyMap<string, number>) => counts.has('p') || counts.has('i') || isFound(counts);

export function RuleMatrix({ plays }: { readonly plays: readonly PagePlay[] }) {
  const { page } = useView();
  const [choice, choose] = useState<(typeof choices)[number]>('all');
  const [hint, say] = useState('');
  const rows = useMemo(() => {
    const all = page.rules.map((rule, index) => ({ rule, index, counts: countLetters(plays, index) }));
    return all.toSorted((a, b) => Number(isFound(b.counts)) - Number(isFound(a.counts)));
  }, [page, plays]);
  const shown = rows.filter(({ counts }) =>
    choice === 'all' ? true : choice === 'with findings' ? isFound(counts) : !isSeen(counts),
  );
  if (page.rules.length === 0 || plays.length === 0) return null;
  return (
    <section class="matrix">
      <div class="row bar">
        <h2>{page.kind === 'run' ? 'Rules and scenarios' : 'Rules'}</h2>
        <select
          aria-label="Which rules to show"
          value={choice}
          onChange={event => choose(choices.find(one => one === event.currentTarget.value) ?? 'all')}
        >
          {choices.map(one => (
            <option key={one} value={one}>{`rules: ${one}`}</option>
          ))}
        </select>
        <Legend />
      </div>
      <p class="hint cut soft small" aria-hidden="true">
        {hint || 'Each column is a scenario. Click a cell to open it.'}
      </p>
      <div class="rows">
        {shown.map(row => (
          <MatrixRow key={row.rule.id} {...row} plays={plays} say={say} />
        ))}
        {shown.length === 0 && <p class="soft">No rule.</p>}
      </div>
    </section>
  );
}

function Legend() {
  return (
    <ul class="row legend soft small">
      {letters
        .filter(({ name }) => name !== 'failed' && name !== 'known')
        .map(({ tone, name }) => (
          <li key={name}>
            <span class={`swatch ${tone}`} /> {name}
          </li>
        ))}
    </ul>
  );
}

interface RowProps {
  readonly rule: PageRule;
  readonly index: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly plays: readonly PagePlay[];
  say(hint: string): void;
}

function MatrixRow({ rule, index, counts, plays, say }: RowProps) {
  const at = (event: MouseEvent & { currentTarget: Element }): PagePlay | undefined => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return plays[Math.min(plays.length - 1, Math.floor(((event.clientX - left) / width) * plays.length))];
  };
  const text = letters
    .filter(({ letter }) => counts.has(letter))
    .map(({ letter, name }) => `${counts.get(letter)} ${name}`)
    .join(', ');
  const isBad = isFound(counts);
  return (
    <div class={`row ${isBad ? 'found' : ''}`}>
      <span class="name cut" title={rule.title}>
        {isBad ? <a href={linkTo({ rule: rule.id })}>{rule.id}</a> : rule.id}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links in the card of the rule do the same by keyboard */}
      <svg
        class="strip"
        viewBox={`0 0 ${plays.length} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${rule.id}: ${text || 'not judged'}`}
        onMouseMove={event => {
          const play = at(event);
          const name = letters.find(({ letter }) => letter === play?.cells[index])?.name ?? 'not judged';
          say(play ? `${visible(play.name)} · ${rule.id}: ${name}` : '');
        }}
        onMouseLeave={() => say('')}
        onClick={event => {
          const play = at(event);
          if (play) location.hash = linkTo({ play: play.name, rule: rule.id });
        }}
      >
        {letters.map(({ letter, tone }) =>
          counts.has(letter) ? <path key={letter} class={tone} d={cellsPath(plays, index, letter)} /> : null,
        )}
      </svg>
      <small class="sum">{text || 'not judged'}</small>
    </div>
  );
}

/** Returns the path of all cells with one letter. Cells side by side are one rectangle, so that 5,000 plays stay small. */
function cellsPath(plays: readonly PagePlay[], rule: number, letter: string): string {
  const gap = plays.length > 400 ? 0 : 0.12;
  let path = '';
  for (const [index, { cells }] of plays.entries())
    if (cells[rule] === letter) path += `M${index} 0h${1 - gap}v1h${gap - 1}z`;
  return path;
}
