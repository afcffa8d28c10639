import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { DocumentPage, Mark, PageTable } from '../../report/index.ts';
import { Button, Facts, visible } from '../shared/index.ts';

export const Headline = ({ text, tone, what }: Omit<Mark, 'tone'> & { tone: string; what: string }) => (
  <header class={`headline ${tone}`}>
    <p class="brand soft small">Understudy · report of {what}</p>
    <h1>{visible(text)}</h1>
  </header>
);

interface Props {
  readonly page: Omit<DocumentPage, 'kind'>;
  /** What stands between the facts and the notes. */
  readonly children?: ComponentChildren;
}

export function DocumentApp({ page, children }: Props) {
  return (
    <>
      <Headline {...page.headline} what={page.what} />
      <main>
        {page.facts.length > 0 && <Facts facts={page.facts} />}
        {children}
        {page.notes.map(({ text, tone }) => (
          <p key={text} class={`card note ${tone}`}>
            {visible(text)}
          </p>
        ))}
        {page.tables.map(table => table.rows.length > 0 && <Table key={table.title} {...table} />)}
      </main>
    </>
  );
}

function Table({ title, hint, columns, rows }: PageTable) {
  const loud = rows.filter(({ isQuiet }) => !isQuiet);
  const [isFull, setFull] = useState(loud.length === 0);
  return (
    <section>
      <h2>{title}</h2>
      {hint && <p class="soft">{hint}</p>}
      {!isFull && loud.length < rows.length && (
        <Button onClick={() => setFull(true)}>
          Show also the {rows.length - loud.length} without a difference
        </Button>
      )}
      <section class="scroll" aria-label={title} tabindex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  {visible(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isFull ? rows : loud).map(({ cells }, index) => (
              <tr key={index}>
                {cells.map((cell, at) => (
                  <Cell key={at} cell={cell} isHead={at === 0 && typeof cell === 'string'} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Cell({ cell, isHead }: { readonly cell: string | Mark; readonly isHead: boolean }) {
  if (typeof cell !== 'string')
    return (
      <td>
        <span class={`mark ${cell.tone}`}>{visible(cell.text)}</span>
      </td>
    );
  return isHead ? <th scope="row">{visible(cell)}</th> : <td>{visible(cell)}</td>;
}
