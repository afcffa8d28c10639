import { type Rule, rules } from '#scenarios/judge';
import { brokenClients } from './index.ts';

const introduction = `# The rules

What the judge asks of a client. Each rule reads the recorded exchanges, and where that is not enough, what the client was asked
to do, what it reported and wrote, and what the supplier holds in the end. Breaking a **must** fails a client, breaking a
**should** warns it.

No rule stands here unproven: for each there is at least one client that is broken on purpose, the reference client with one
thing changed, and a test plays it and sees that this rule catches it, and no other one but those that stand in brackets. It
plays the scenario behind it ([scenarios.md](scenarios.md)), in which the reference client keeps the rule. These are
${rules.length} rules and ${brokenClients.length} broken clients.`;

/** Returns the docs page about the rules, from their definitions and the broken clients. */
export function rulesPage(): string {
  const head = ['rule', 'level', 'a correct client', 'caught is one that', 'clauses'];
  const rows = [head, head.map(() => '---'), ...rules.map(rowOf)];
  return `${introduction}\n\n${rows.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}

function rowOf({ id, level, title, clauses }: Rule): string[] {
  const caught = brokenClients.filter(({ rule }) => rule === id);
  const descriptions = caught.map(({ name, scenario, overlaps = [] }) => {
    const others = overlaps.length > 0 ? ` (${overlaps.join(', ')})` : '';
    return `${name}, in \`${scenario}\`${others}`;
  });
  return [`\`${id}\``, level, asPredicate(title), descriptions.join('; '), clauses.join(', ')];
}

/** Turns the title of a rule into a predicate without a subject. */
const asPredicate = (title: string): string =>
  title.charAt(0).toLowerCase() + title.slice(1).replace(/\.$/, '');
