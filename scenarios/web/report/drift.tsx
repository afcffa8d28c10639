import { useState } from 'preact/hooks';
import type { ComparedField, DriftPage, DriftReport } from '../../verify/index.ts';
import { visible } from '../shared/index.ts';
import { Facts, Headline } from './headline.tsx';
import { linkTo, usePlace } from './model.ts';

export function DriftApp({ page }: { readonly page: DriftPage }) {
  const { report } = page;
  const { drift, learned, answers } = report.summary;
  const text =
    answers === 0
      ? 'Nothing could be compared'
      : drift > 0
        ? `${drift} ${drift === 1 ? 'field differs' : 'fields differ'} from the specification`
        : learned > 0
          ? `No drift, ${learned} learned`
          : 'No drift';
  const tone = drift > 0 ? 'bad' : answers === 0 || learned > 0 ? 'warn' : 'good';
  return (
    <>
      <Headline text={text} tone={tone} what="a comparison with the contract" />
      <main>
        <Facts facts={factsOf(report)} />
        <Bookings report={report} />
        <Operations page={page} />
        <Calls report={report} />
      </main>
    </>
  );
}

function factsOf({ source, profile, summary, startedAt, tookMs, understudy, operations }: DriftReport) {
  const facts: [string, string][] = [
    [source.kind === 'target' ? 'Supplier' : 'Traffic', source.name],
    ['Answers', `${summary.answers} of ${operations.length} operations`],
    ['As specified', String(summary.same)],
    ['Not specified, now known', String(summary.known)],
    ['Not seen', String(summary['not-seen'])],
    ['Profile', profile ?? 'none'],
    ['Started', startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')],
    ['Real time', `${(tookMs / 1_000).toFixed(1)} s`],
    ['Version', understudy],
  ];
  return facts;
}

function Bookings({ report: { bookings } }: { readonly report: DriftReport }) {
  return (
    <>
      {bookings.map(({ reference, state, said, warning }) => (
        <p key={reference} class={`card note ${state === 'stands' || state === 'unknown' ? 'bad' : ''}`}>
          {visible(said)} {warning && visible(warning)}
        </p>
      ))}
    </>
  );
}

const words: Readonly<Record<ComparedField['state'], { readonly name: string; readonly tone: string }>> = {
  missing: { name: 'missing', tone: 'bad' },
  'other-name': { name: 'other name', tone: 'warn' },
  'other-place': { name: 'other place', tone: 'warn' },
  'other-type': { name: 'other type', tone: 'bad' },
  'other-value': { name: 'other value', tone: 'bad' },
  extra: { name: 'extra', tone: 'warn' },
  'not-seen': { name: 'not seen', tone: 'none' },
  known: { name: 'now known', tone: 'good' },
  same: { name: 'as specified', tone: 'good' },
};
// The keys of the table, of which TypeScript forgets the type.
const order = Object.keys(words) as ComparedField['state'][];

function Operations({ page }: { readonly page: DriftPage }) {
  const [place, change] = usePlace();
  const { operations } = page.report;
  const state = order.find(one => one === place.state);
  const counts = order.map(one => ({
    one,
    count: operations.reduce(
      (sum, { fields }) => sum + fields.filter(field => field.state === one).length,
      0,
    ),
  }));
  return (
    <section>
      <h2>Fields</h2>
      <fieldset class="counts" aria-label="Filter by result">
        <button type="button" aria-pressed={state === undefined} onClick={() => change({ state: undefined })}>
          Differences and all others
        </button>
        {counts.map(({ one, count }) =>
          count === 0 ? null : (
            <button
              key={one}
              type="button"
              class={words[one].tone}
              aria-pressed={state === one}
              onClick={() => change({ state: one })}
            >
              {words[one].name} <b>{count}</b>
            </button>
          ),
        )}
      </fieldset>
      {operations.map(operation => (
        <Operation
          key={operation.id}
          page={page}
          operation={operation}
          state={state}
          isOpen={place.operation === operation.id}
        />
      ))}
    </section>
  );
}

interface OperationProps {
  readonly page: DriftPage;
  readonly operation: DriftReport['operations'][number];
  readonly state: ComparedField['state'] | undefined;
  readonly isOpen: boolean;
}

function Operation({ page, operation: { id, answers, fields }, state, isOpen }: OperationProps) {
  const own = fields.filter(field => state === undefined || field.state === state);
  const differing = own.filter(({ weight }) => weight !== undefined);
  const [isSeen, setSeen] = useState(isOpen || differing.length > 0 || state !== undefined);
  if (own.length === 0) return null;
  const drift = own.some(({ weight }) => weight === 'drift');
  const sorted = own.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <details
      class={`card rule ${drift ? 'fail' : differing.length > 0 ? 'warn' : ''}`}
      open={isSeen}
      onToggle={event => setSeen(event.currentTarget.open)}
    >
      <summary>
        <span class="what">
          <b>{id}</b>
        </span>
        <span class="count">
          {`${answers} answers, ${own.length} fields${differing.length > 0 ? `, ${differing.length} differ` : ''}`}
        </span>
      </summary>
      {isSeen && (
        <ul class="inside fields">
          {sorted.map(field => (
            <Field
              key={`${field.state} ${field.field} ${field.called}`}
              field={field}
              clauses={page.clauses}
            />
          ))}
          <li>
            <a href={linkTo({ operation: id, state })}>Link to this operation</a>
          </li>
        </ul>
      )}
    </details>
  );
}

function Field({
  field,
  clauses,
}: {
  readonly field: ComparedField;
  readonly clauses: DriftPage['clauses'];
}) {
  const { field: path, state, expected, got = [], called, because, hint, answers, of, source = '' } = field;
  const { name, tone } = words[state];
  const said = [
    called && `called ${called}`,
    expected && `expected ${expected}`,
    got.length > 0 && `got ${got.join(', ')}`,
    because,
    hint,
    of > 0 && `in ${answers} of ${of} answers`,
  ].filter(Boolean);
  return (
    <li>
      <span class={`mark ${tone}`}>{name}</span> <code>{visible(path || 'the whole answer')}</code>{' '}
      <span class="quiet">{visible(said.join('; '))}</span>
      {field.weight && clauses[source] && <span class="quiet">{` ${source}: ${clauses[source]}`}</span>}
    </li>
  );
}

function Calls({ report: { calls, elsewhere } }: { readonly report: DriftReport }) {
  const failed = calls.filter(({ result }) => result !== 'compared');
  if (failed.length === 0 && elsewhere.length === 0) return null;
  return (
    <section>
      <h2>Not compared</h2>
      <ul>
        {failed.map(({ operation, result, said = '' }, index) => (
          <li key={index}>
            <b>{visible(operation)}</b> {result.replace('-', ' ')}: {visible(said)}
          </li>
        ))}
        {elsewhere.map(({ method, path, times }) => (
          <li key={`${method} ${path}`}>
            {visible(`${method} ${path}`)}, an address of no operation, {times} times
          </li>
        ))}
      </ul>
    </section>
  );
}
