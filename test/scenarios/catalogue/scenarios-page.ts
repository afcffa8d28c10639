import type { Scenario } from '#scenarios';
import { catalogue, chapters } from '#scenarios/catalogue/index';

const introduction = `# The scenarios

A scenario is a case that the stand-in puts a client into: what the supplier does, what the client is asked to do, and what a
correct one ends with. These ${catalogue.length} come with it; how to choose one, and how to write your own:
[guides/scenarios.md](guides/scenarios.md). \`understudy scenarios show <id>\` tells all of one.

Where another reading of the specification allows another outcome, it stands in brackets. Behind the outcome stands what the
supplier holds: its services, and what became of charges. **In Testville** is the name of the hotel, car, transfer or tour that
plays it, for clients that can only choose by what they book, and the surname of a guest that does.`;

/** Returns the docs page about the scenarios, from the catalogue. */
export function scenariosPage(): string {
  const sections = chapters.map(({ title, scenarios }) => {
    const head = [
      'id',
      'what the supplier does',
      'ends with',
      'supplier holds',
      'in Testville',
      'rules',
      'clauses',
    ];
    const rows = [head, head.map(() => '---'), ...scenarios.map(rowOf)];
    return `## ${title}\n\n${rows.map(cells => `| ${cells.join(' | ')} |`).join('\n')}`;
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

function rowOf({
  id,
  title,
  outcomes,
  tolerated = [],
  truth,
  trigger,
  surname,
  rules,
  clauses,
}: Scenario): string[] {
  return [
    `\`${id}\``,
    title,
    [...outcomes, ...tolerated.map(one => `(${one})`)].join(', '),
    [...truth.services, ...(truth.charges ?? []).map(one => `charge ${one}`)].join(', ') || 'nothing',
    [trigger ?? [], surname === undefined ? [] : `*${surname}*`].flat().join(', '),
    rules.join(', '),
    clauses.join(', '),
  ];
}
