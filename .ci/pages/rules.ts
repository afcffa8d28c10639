import { type Rule, rules } from '#scenarios/judge';
import { brokenClients } from '../../test/clients/broken/index.ts';
import measure from '../../tools/steady/measure.json' with { type: 'json' };
import type { Share } from '../../tools/steady/measure-judge.ts';

const introduction = `# The rules

The judge checks a client by these rules. Each rule reads the recorded exchanges. Some rules also read the task of the client, its
result and output, and the bookings of the supplier. A client that breaks a **must** fails. A client that breaks a **should**
gets a warning.

For each rule a test plays at least one broken client: the reference client with one deliberate mistake. The table names the mistake
and the [scenario](scenarios.md) that shows it. The test checks that the rule catches the mistake. Rules in parentheses catch it, too,
and no other rule does. The reference client without the mistake keeps the rule. [Another table](rules-by-product.md) has a proof of each rule for each product.
There are ${rules.length} rules and
${brokenClients.length} broken clients.`;

/** Returns the page of the docs about the rules. */
export function rulesPage(): string {
  const head = ['rule', 'level', 'a correct client', 'a client that it catches', 'clauses'];
  const rows = [head, head.map(() => '---'), ...rules.map(rowOf)];
  return `${introduction}\n\n${measureText()}\n\n${rows.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

/** Returns the section about the quality of the judge, from the figures that \`npm run steady -- --measure 3\` wrote. */
function measureText(): string {
  const { seeds, must, should, rightClients, firstFinding } = measure;
  const row = (what: string, { right, all }: Share) =>
    `| ${what} | ${right} of ${all} | ${((100 * right) / all).toFixed(1)} % |`;
  return [
    '## How good the judge is',
    '',
    `\`npm run steady -- --measure ${seeds}\` plays every broken client and several right clients with ${seeds} drawn tasks for each scenario.`,
    'It counts the plays in which the judge is right:',
    '',
    '| figure | plays | share |',
    '| --- | --- | --- |',
    row('sensitivity: a broken **must** is caught by its rule', must),
    row('sensitivity: a broken **should** is caught by its rule', should),
    row('specificity: a right client gets no finding', rightClients),
    row('first finding: it names a call that a right client does not make', firstFinding),
  ].join('\n');
}

function rowOf({ id, level, title, clauses }: Rule): string[] {
  const caught = brokenClients.filter(({ rule }) => rule === id);
  const clients = caught.map(({ name, scenario, draw, overlaps = [] }) => {
    const drawn = draw ? ' with a drawn task' : '';
    const others = overlaps.length > 0 ? ` (${overlaps.join(', ')})` : '';
    return `${name}, in \`${scenario}\`${drawn}${others}`;
  });
  return [`\`${id}\``, level, asPredicate(title), clients.join('; '), clauses.join(', ')];
}

/** Returns the title of a rule without its subject and full stop. */
const asPredicate = (title: string): string => title.replace('A correct client ', '').replace(/\.$/, '');
