import { useState } from 'preact/hooks';
import type { DocumentPage, Mark, PageTable } from '../../report/index.ts';
import { visible } from '../shared/index.ts';
import { Facts, Headline } from './headline.tsx';

export function DocumentApp({ page }: { readonly page: DocumentPage }) {
  return (
    <>
      <Headline {...page.headline} what={page.what} />
      <main>
        {page.facts.length > 0 && <Facts facts={page.facts} />}
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

function Table({ title, columns, rows }: PageTable) {
  const loud = rows.filter(({ isQuiet }) => !isQuiet);
  const [isFull, setFull] = useState(loud.length === 0);
  return (
    <section>
      <h2>{title}</h2>
      {!isFull && loud.length < rows.length && (
        <button type="button" onClick={() => setFull(true)}>
          Show also the {rows.length - loud.length} without a difference
        </button>
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
                  <td key={at}>
                    <Cell cell={cell} />
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

function Cell({ cell }: { readonly cell: string | Mark }) {
  if (typeof cell === 'string') return <>{visible(cell)}</>;
  return <span class={`mark ${cell.tone}`}>{visible(cell.text)}</span>;
}
