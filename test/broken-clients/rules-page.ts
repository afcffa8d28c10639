import { type Rule, rules } from '#scenarios/judge';
import { brokenClients } from './index.ts';

const introduction = `# The rules

The judge checks a client by these rules. Each rule reads the recorded exchanges. Some rules also need the task of the client, its
result, its output, or the bookings of the supplier after the run. Breaking a **must** fails the client. Breaking a **should** is
a warning.

Each rule has at least one broken client: the reference client with one deliberate defect. A test runs the broken client in the
given [scenario](scenarios.md), and checks that this rule catches it. Other rules that catch it are in brackets. The reference
client keeps every rule in the same scenarios. There are
${rules.length} rules and ${brokenClients.length} broken clients.`;

/** Returns the page of the docs about the rules. */
export function rulesPage(): string {
  const head = ['rule', 'level', 'a correct client', 'catches a client that', 'clauses'];
  const rows = [head, head.map(() => '---'), ...rules.map(rowOf)];
  return `${introduction}\n\n${rows.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf({ id, level, title, clauses }: Rule): string[] {
  const caught = brokenClients.filter(({ rule }) => rule === id);
  const clients = caught.map(({ name, scenario, overlaps = [] }) => {
    const others = overlaps.length > 0 ? ` (${overlaps.join(', ')})` : '';
    return `${name}, in \`${scenario}\`${others}`;
  });
  return [`\`${id}\``, level, asPredicate(title), clients.join('; '), clauses.join(', ')];
}

/** Turns the title of a rule into a predicate without a subject. */
const asPredicate = (title: string): string =>
  title.charAt(0).toLowerCase() + title.slice(1).replace(/\.$/, '');
