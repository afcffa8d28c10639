import { type AnyOperation, limits, operations } from '#contracts';
import { assumptions, observations } from '#contracts/clauses/reasons';
import { originOf, showProvenance } from '#contracts/openapi';
import { type Provenance, provenanceKinds, sourceOf } from '#contracts/provenance';
import { provenancesOf } from '../../test/contracts/clauses/provenances.ts';

const introduction = `# Where the contract comes from

The supplier's specification is incomplete. So each operation, field and limit of the contract has a **provenance**:

| kind | meaning |
| --- | --- |
| \`specified\` | The supplier's specification defines this part. The provenance names the clause. |
| \`observed\` | The specification does not define this part, but public clients or public documentation of this family of APIs show the same name and form. |
| \`assumed\` | This project chose this part. Public clients do not show it, or show it in another way. |

The specification has priority: where public clients differ from it, the contract follows the specification. The public clients are programs in
TypeScript, JavaScript, PHP, Java and C#. Each of them covers only a few operations, and an observation does not prove what a supplier accepts today. To
compare the contract with a real supplier, use [\`verify\`](guides/verify.md). To use the names of a supplier, write a [profile](guides/profile.md).

You can read the provenance in the OpenAPI document (\`x-provenance\`), on the page \`/docs\` of the server, with \`travel-understudy endpoints\`,
with the tool \`get_endpoint\`, and on the page of operations of the documentation site (\`npm run docs\`).`;

const all: readonly AnyOperation[] = Object.values(operations);

/** Returns the docs page about provenance. The counts and lists come from the contract. */
export function provenancePage(): string {
  const sections = [introduction, countSection(), operationSection(), reasonSection(), otherSection()];
  return `${sections.join('\n\n')}\n`;
}

function countSection(): string {
  const parts: [string, readonly Provenance[]][] = [
    ['operations (method and path)', all.map(({ provenance }) => provenance)],
    ['fields of requests', all.flatMap(operation => fieldsOf(operation, 'request'))],
    ['fields of answers', all.flatMap(operation => fieldsOf(operation, 'answer'))],
    ['limits', Object.values(limits).map(({ provenance }) => provenance)],
  ];
  const rows = parts.map(([name, list]) => [name, ...provenanceKinds.map(kind => count(list, kind))]);
  const note =
    'Operations share structures, such as a guest or a price. A field of a shared structure is observed if public clients show it in one operation.';
  return ['## Counts', note, table([['part', ...provenanceKinds], ...rows])].join('\n\n');
}

function operationSection(): string {
  const rows = all.map(operation => {
    const { id, provenance, answerProvenance } = operation;
    const fields = [...fieldsOf(operation, 'request'), ...fieldsOf(operation, 'answer')];
    return [
      `\`${id}\``,
      originOf(provenance),
      originOf(answerProvenance),
      provenanceKinds.map(kind => count(fields, kind)).join(' / '),
    ];
  });
  const head = ['operation', 'method and path', 'answer', `fields: ${provenanceKinds.join(' / ')}`];
  return ['## Operations', table([head, ...rows])].join('\n\n');
}

function reasonSection(): string {
  const used = new Map(
    all.flatMap(provenancesOf).map(({ provenance }) => [originOf(provenance), provenance] as const),
  );
  for (const { provenance } of Object.values(limits)) used.set(originOf(provenance), provenance);
  const rows = [...Object.keys(observations), ...Object.keys(assumptions)].flatMap((key, index) => {
    const kind = index < Object.keys(observations).length ? 'observed' : 'assumed';
    const provenance = used.get(`${kind} ${key}`);
    return provenance ? [[kind, `\`${key}\``, showProvenance(provenance).statement]] : [];
  });
  return ['## Reasons', table([['kind', 'reason', 'text'], ...rows])].join('\n\n');
}

/** The reasons for parts that public clients show in another way. */
const otherReasons = ['other-path', 'other-answer', 'other-name', 'form', 'label'];

function otherSection(): string {
  const places = all.flatMap(operation => provenancesOf(operation));
  const rows = otherReasons.map(reason => {
    const names = places
      .filter(({ provenance }) => provenance.kind === 'assumed' && sourceOf(provenance) === reason)
      .map(({ path }) => `\`${shortName(path)}\``);
    return [`\`${reason}\``, [...new Set(names)].join(', ')];
  });
  return [
    '## What public clients show in another way',
    'A [profile](guides/profile.md) can rename most of these parts.',
    table([['reason', 'parts'], ...rows]),
  ].join('\n\n');
}

/** Returns a field with its parent, such as `Rooms[].Id`, because many operations have the same field. */
function shortName(path: string): string {
  const field = /(?<= (?:request|answer)\.).+$/.exec(path)?.[0];
  return field === undefined ? path : field.split('.').slice(-2).join('.');
}

const fieldsOf = (operation: AnyOperation, direction: 'request' | 'answer'): Provenance[] =>
  provenancesOf(operation)
    .filter(
      ({ path }) =>
        path.startsWith(`${operation.id} ${direction}.`) || path.startsWith(`${operation.id} ${direction}[`),
    )
    .map(({ provenance }) => provenance);

const count = (list: readonly Provenance[], kind: Provenance['kind']): string =>
  String(list.filter(provenance => provenance.kind === kind).length);

const table = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
