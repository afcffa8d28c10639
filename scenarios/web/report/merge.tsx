import { useState } from 'preact/hooks';
import type { MergedFinding, MergePage } from '../../report/index.ts';
import { counted, visible } from '../shared/index.ts';
import { Headline } from './headline.tsx';
import { shownState } from './model.ts';

const changes = [
  { change: 'new', title: 'New', tone: 'bad', about: 'broken in the last report, but not in the first one' },
  {
    change: 'still',
    title: 'Still failing',
    tone: 'bad',
    about: 'broken in the first and in the last report',
  },
  {
    change: 'unknown',
    title: 'Failing in some reports',
    tone: 'warn',
    about: 'not judged in the first or the last report, or broken only between them',
  },
  {
    change: 'fixed',
    title: 'Fixed',
    tone: 'good',
    about: 'broken in the first report, but not in the last one',
  },
] as const;

export function MergeApp({ page }: { readonly page: MergePage }) {
  const { findings, reports } = page;
  const count = (change: MergedFinding['change']) => findings.filter(one => one.change === change).length;
  const parts = changes.flatMap(({ change, title }) =>
    count(change) === 0 ? [] : [`${count(change)} ${title.toLowerCase()}`],
  );
  const tone = count('new') > 0 ? 'bad' : findings.some(({ change }) => change !== 'fixed') ? 'warn' : 'good';
  const text = findings.length === 0 ? 'No report has a broken rule' : parts.join(', ');
  return (
    <>
      <Headline text={text} tone={tone} what={`${reports.length} runs`} />
      <main>
        <Reports page={page} />
        {changes.map(one => (
          <Change key={one.change} page={page} {...one} />
        ))}
        <States page={page} />
      </main>
    </>
  );
}

function Reports({ page: { reports } }: { readonly page: MergePage }) {
  return (
    <section class="scroll" aria-label="The reports" tabindex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">report</th>
            {(reports[0]?.facts ?? []).map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reports.map(({ name, facts }, index) => (
            <tr key={index}>
              <th scope="row">{visible(name)}</th>
              {facts.map(([fact, value]) => (
                <td key={fact}>{visible(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ChangeProps {
  readonly page: MergePage;
  readonly change: MergedFinding['change'];
  readonly title: string;
  readonly tone: string;
  readonly about: string;
}

function Change({ page, change, title, tone, about }: ChangeProps) {
  const own = page.findings.filter(one => one.change === change);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>
        <span class={`mark ${tone}`}>{title}</span> {own.length}
      </h2>
      <p class="quiet">{about}</p>
      {[...Map.groupBy(own, ({ rule }) => rule)].map(([rule, all]) => (
        <RuleChange key={rule} page={page} rule={rule} all={all} />
      ))}
    </section>
  );
}

function RuleChange({
  page,
  rule: id,
  all,
}: {
  page: MergePage;
  rule: string;
  all: readonly MergedFinding[];
}) {
  const rule = page.rules.find(one => one.id === id);
  return (
    <details class="card rule">
      <summary>
        <span class="what">
          <b>{id}</b> {rule?.title}
        </span>
        <span class="count">{counted(all.length, 'scenario')}</span>
      </summary>
      <div class="inside">
        {all.map(({ play, message, results }) => (
          <div key={play} class="finding">
            <p>
              <b>{visible(play)}</b> <Results page={page} results={results} />
            </p>
            <p>{visible(message)}</p>
          </div>
        ))}
      </div>
    </details>
  );
}

const tones = { broken: 'bad', warned: 'warn', kept: 'good', unknown: 'none' } as const;

function Results({
  page,
  results,
}: {
  readonly page: MergePage;
  readonly results: MergedFinding['results'];
}) {
  return (
    <>
      {results.map((result, index) => (
        <span key={index} class={`mark ${tones[result]}`}>
          {`${visible(page.reports[index]?.name ?? '')}: ${result === 'unknown' ? 'not judged' : result}`}
        </span>
      ))}
    </>
  );
}

/** A table of scenarios and reports. At first it shows only the scenarios in which the reports differ. */
function States({ page: { plays, reports } }: { readonly page: MergePage }) {
  const differing = plays.filter(({ states }) => new Set(states).size > 1);
  const [isFull, setFull] = useState(differing.length === 0);
  const shown = isFull ? plays : differing;
  return (
    <section>
      <h2>Scenarios</h2>
      {!isFull && (
        <button type="button" onClick={() => setFull(true)}>
          Show also the {plays.length - differing.length} scenarios that are alike
        </button>
      )}
      <section class="scroll" aria-label="Scenarios and reports" tabindex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">scenario</th>
              {reports.map(({ name }, index) => (
                <th key={index} scope="col">
                  {visible(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, title, states }) => (
              <tr key={name}>
                <th scope="row" title={visible(title)}>
                  {visible(name)}
                </th>
                {states.map((state, index) => (
                  <td key={index}>
                    {state ? <StateMark state={state} /> : <span class="quiet">missing</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function StateMark({ state }: { readonly state: Parameters<typeof shownState>[0] }) {
  const { tone, name } = shownState(state);
  return <span class={`mark ${tone}`}>{name}</span>;
}
