import { useState } from 'preact/hooks';
import type { PagePlay, PageRule, PageVerdict, PlaysPage } from '../../report/index.ts';
import { Button, counted, visible } from '../shared/index.ts';
import { linkTo, type RuleGroup } from './model.ts';
import { letters } from './rule-matrix.tsx';

interface CardsProps {
  readonly page: PlaysPage;
  readonly groups: readonly RuleGroup[];
  readonly open: string | undefined;
}

export function RuleCards({ page, groups, open }: CardsProps) {
  if (groups.length === 0) return null;
  return (
    <section>
      <h2>What the client did wrong</h2>
      {groups.map(group => (
        <RuleCard
          key={group.rule.id}
          page={page}
          group={group}
          isOpen={open === group.rule.id || groups.length === 1}
        />
      ))}
    </section>
  );
}

export const marks = { fail: 'broken', warn: 'warning', known: 'known' } as const;
const manyPlays = 60;

function RuleCard({ page, group, isOpen }: { page: PlaysPage; group: RuleGroup; isOpen: boolean }) {
  const { rule, weight, broken } = group;
  const [isFull, setFull] = useState(false);
  const [first] = broken;
  const shown = isFull ? broken : broken.slice(0, manyPlays);
  return (
    <details class={`card rule ${weight}`} open={isOpen} id={`rule-${rule.id}`}>
      <summary>
        <span class={`mark ${weight}`}>{marks[weight]}</span>
        <span class="what">
          <b>{rule.id}</b> {rule.title}
        </span>
        <span class="count">{counted(broken.length, page.kind === 'run' ? 'scenario' : 'recording')}</span>
      </summary>
      <div class="inside">
        <Clauses rule={rule} clauses={page.clauses} />
        {first && (
          <FindingText
            verdict={first.verdict}
            play={first.play.name}
            hasStory={first.play.story !== undefined}
          />
        )}
        <p class="places">
          In{' '}
          {shown.map(({ play, verdict }) => (
            <a key={play.name} class={verdict.weight} href={linkTo({ play: play.name, rule: rule.id })}>
              {visible(play.name)}
            </a>
          ))}
          {broken.length > shown.length && (
            <Button onClick={() => setFull(true)}>and {broken.length - shown.length} more</Button>
          )}
        </p>
      </div>
    </details>
  );
}

export function Clauses({
  rule,
  clauses,
}: {
  readonly rule: PageRule;
  readonly clauses: PlaysPage['clauses'];
}) {
  return (
    <ul class="clauses">
      {rule.clauses.map(id => (
        <li key={id}>
          <code>{id}</code> {clauses[id] ?? ''}
        </li>
      ))}
    </ul>
  );
}

interface FindingProps {
  readonly verdict: PageVerdict;
  readonly play: string;
  readonly hasStory: boolean;
}

export function FindingText({ verdict: { rule, findings, more }, play, hasStory }: FindingProps) {
  return (
    <>
      {findings.map(({ message, expected, exchanges, warn }) => (
        <div key={message} class="finding">
          <p>
            {warn && <span class="mark warn">a warning</span>}
            {visible(message)}
          </p>
          <p class="expected">{visible(expected)}</p>
          {exchanges.length > 0 && (
            <p class="proof">
              Proof:{' '}
              {exchanges.map(number =>
                hasStory ? (
                  <a key={number} href={linkTo({ play, rule, call: number })}>
                    exchange {number}
                  </a>
                ) : (
                  <span key={number}>exchange {number}</span>
                ),
              )}
            </p>
          )}
        </div>
      ))}
      {more !== undefined && <p class="quiet">{counted(more, 'further finding')} of this rule</p>}
    </>
  );
}

interface TableProps {
  readonly page: PlaysPage;
  readonly play: PagePlay;
  readonly open: string | undefined;
}

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
      {letters.map(({ letter, title, mark }) => {
        const own = rows.filter(row => row.letter === letter);
        if (own.length === 0) return null;
        const isOpen = own.some(({ rule }) => rule.id === open);
        return (
          <details key={letter} class="card verdicts" open={isOpen}>
            <summary>
              <span class={`mark ${mark}`}>{title}</span> {own.length}
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
