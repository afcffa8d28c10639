import type { ExplorationPage } from '../../../reports/index.ts';
import { visible } from '../../shared/index.ts';

type Cell = ExplorationPage['report']['matrix'][number];

/** A table of operations and kinds of disturbances: in how many runs the client held, and in how many it broke. */
export function FaultMatrix({ matrix }: { readonly matrix: readonly Cell[] }) {
  if (matrix.length === 0) return null;
  const operations = [...new Set(matrix.map(({ operation }) => operation))];
  const kinds = [...new Set(matrix.map(({ kind }) => kind))].sort();
  const cells = new Map(matrix.map(cell => [`${cell.operation} ${cell.kind}`, cell]));
  return (
    <section>
      <h2>Operations and disturbances</h2>
      <p class="quiet">
        Runs with one disturbance: how many held, and how many broke. A dash means that it does not apply.
      </p>
      <section class="scroll" aria-label="Operations and disturbances" tabindex={0}>
        <table class="faults">
          <thead>
            <tr>
              <th scope="col">operation</th>
              {kinds.map(kind => (
                <th key={kind} scope="col">
                  {visible(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {operations.map(operation => (
              <tr key={operation}>
                <th scope="row">{visible(operation)}</th>
                {kinds.map(kind => (
                  <FaultCell key={kind} cell={cells.get(`${operation} ${kind}`)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function FaultCell({ cell }: { readonly cell: Cell | undefined }) {
  if (!cell || cell.held + cell.broken === 0) {
    const tried = cell ? cell.notReached : 0;
    return <td class="none">{tried > 0 ? 'not reached' : '–'}</td>;
  }
  const { held, broken } = cell;
  return broken > 0 ? (
    <td class="bad">
      <b>{broken} broken</b>
      {held > 0 && `, ${held} held`}
    </td>
  ) : (
    <td class="good">{held} held</td>
  );
}
