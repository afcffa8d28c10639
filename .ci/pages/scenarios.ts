import { commandName } from '#contracts/util';
import type { Scenario } from '#scenarios';
import { catalogue, chapters } from '#scenarios/catalogue/index';
import { tags } from '#scenarios/catalogue/tags';

const introduction = `# The scenarios

A scenario is a test case: it defines how the supplier behaves, the task of the client, and the outcome that a correct client reaches.
The package has ${catalogue.length} built-in scenarios. [guides/scenarios.md](guides/scenarios.md) explains how to choose one and how to write your own.
\`${commandName} scenarios show <id>\` shows all details of a scenario.

An outcome in brackets is also accepted, because the specification can be read that way. After the outcome, the table lists what the supplier
holds: the services and the charges. **In Testville** is the name of the hotel, car, transfer or tour that starts the scenario, for
clients that can choose a scenario only by what they book. It also lists the surname of a guest that starts it.

\`${commandName} run --tag <tag>\` plays the scenarios with a tag:

${Object.entries(tags)
  .map(([tag, about]) => `- \`${tag}\`: ${about}`)
  .join('\n')}`;

/** Returns the docs page about the scenarios, from the catalogue. */
export function scenariosPage(): string {
  const sections = chapters.map(({ title, scenarios }) => {
    const head = [
      'id',
      'what the supplier does',
      'ends with',
      'supplier holds',
      'in Testville',
      'tags',
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
  tags: tagged = [],
  rules,
  clauses,
}: Scenario): string[] {
  return [
    `\`${id}\``,
    title,
    [...outcomes, ...tolerated.map(one => `(${one})`)].join(', '),
    [...truth.services, ...(truth.charges ?? []).map(one => `charge ${one}`)].join(', ') || 'nothing',
    [trigger ?? [], surname === undefined ? [] : `*${surname}*`].flat().join(', '),
    tagged.join(', '),
    rules.join(', '),
    clauses.join(', '),
  ];
}
