import type { PagePlay, PlaysPage } from '../../../reports/index.ts';
import { visible } from '../../shared/index.ts';
import { Clauses } from './rule-cards.tsx';

interface TableProps {
  readonly page: PlaysPage;
  readonly play: PagePlay;
  readonly open: string | undefined;
}

const groups = [
  { letter: 'f', name: 'Broken', tone: 'bad' },
  { letter: 'k', name: 'Known', tone: 'warn' },
  { letter: 'h', name: 'Failed', tone: 'bad' },
  { letter: 'w', name: 'Warnings', tone: 'warn' },
  { letter: 'i', name: 'Inconclusive', tone: 'warn' },
  { letter: 'p', name: 'Kept', tone: 'good' },
  { letter: 'n', name: 'Not observed', tone: 'none' },
] as const;

/** The verdict on each rule of one play, grouped by verdict. */
export function RuleTable({ page, play, open }: TableProps) {
  const reasons = new Map(play.reasons.map(([rule, text]) => [rule, page.texts[text] ?? '']));
  const rows = page.rules.map((rule, index) => ({
    rule,
    letter: play.cells[index],
    reason: reasons.get(index),
  }));
  return (
    <section>
      <h3>All rules</h3>
      {groups.map(({ letter, name, tone }) => {
        const own = rows.filter(row => row.letter === letter);
        if (own.length === 0) return null;
        const isOpen = own.some(({ rule }) => rule.id === open);
        return (
          <details key={letter} class="card verdicts" open={isOpen}>
            <summary>
              <span class={`mark ${tone}`}>{name}</span> {own.length}
            </summary>
            <ul class="inside">
              {own.map(({ rule, reason }) => (
                <li key={rule.id} class={rule.id === open ? 'chosen' : ''}>
                  <b>{rule.id}</b> {rule.title}
                  {reason && <span class="quiet"> {visible(reason)}</span>}
                  {rule.id === open && <Clauses rule={rule} clauses={page.clauses} />}
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
