import type { JudgedPlay, RuleFindings } from './by-rule.ts';
import { oneLine, quoteLines } from './escape.ts';
import { indent, type Paint, plain } from './paint.ts';
import type { RunReport } from './schema.ts';
import { counted, listed } from './summary.ts';

/** Settings for the text about a rule. */
export interface RuleTextOptions {
  readonly paint?: Paint;
  /** The word for a play, such as `scenario`. Without this word, the text names no plays. */
  readonly noun?: string | undefined;
  /** The clauses that the report has already quoted. */
  readonly quoted?: ReadonlySet<string>;
}

/** The maximum number of scenarios that the text about one rule lists. */
export const maxNames = 8;

const styles = { fail: 'red', warn: 'yellow', known: 'dim' } as const;

/**
 * Returns the text about a broken rule: its clauses, what happened, the proof, what a correct client does, the other scenarios,
 * and the command that shows it again.
 *
 * @example ruleLines(group, { noun: 'scenario' }).join('\n')
 */
export function ruleLines(group: RuleFindings, options: RuleTextOptions = {}): string[] {
  const { paint = plain, noun, quoted = new Set<string>() } = options;
  const { proof, play, weight, rule, others, more, milder } = group;
  const clauses = proof.clauses.map(clause => (quoted.has(clause) ? `${idOf(clause)}: see above` : clause));
  const source = noun !== undefined && group.names.length > 1 ? `${oneLine(play.name)}: ` : '';
  const elsewhere = noun === undefined ? [] : group.names.slice(1);
  return [
    `${paint(styles[weight], rule)} (${markOf(group)})${placesOf(group, noun)}`,
    ...clauses.map(clause => paint('dim', `  ${clause}`)),
    `  ${source}${oneLine(proof.message)}`,
    ...proof.proof.map(line => `    ${oneLine(line)}`),
    `  ${oneLine(proof.expected)}`,
    ...others.map(({ name, message }) => {
      const place = noun === undefined || name === play.name ? '' : `, in ${oneLine(name)}`;
      return `  Another finding${place}: ${oneLine(message)}`;
    }),
    ...(more > 0 ? [`  and ${counted(more, 'similar finding')}`] : []),
    ...(elsewhere.length > 0 ? [`  Also in: ${oneLine(listed(elsewhere, maxNames))}`] : []),
    ...(noun === undefined ? [] : milderLines(milder)),
    ...outputLines(play, rule),
    ...(play.repeat === undefined ? [] : [`  Run it again: ${play.repeat}`]),
  ];
}

/** Returns the word for a play in a report: a scenario, or a play if the tasks are drawn. */
export const nounOf = ({ vary }: Pick<RunReport, 'vary'>): string => (vary ? 'play' : 'scenario');

const idOf = (clause: string): string => clause.split(':', 1)[0] ?? '';

const milderLines = ({ warn, known }: RuleFindings['milder']): string[] => [
  ...(warn.length > 0 ? [`  Only a warning in: ${oneLine(listed(warn, maxNames))}`] : []),
  ...(known.length > 0 ? [`  Known in: ${oneLine(listed(known, maxNames))}`] : []),
];

/** Returns the level of a rule, with a mark for warnings and known failures. @example markOf(group) // 'must, a warning' */
export const markOf = ({ proof: { level }, weight }: RuleFindings): string =>
  ({ fail: level, warn: `${level}, a warning`, known: `${level}, known` })[weight];

/** Returns where the rule was broken: the only scenario, or the number of scenarios. @example placesOf(group, 'scenario') // ' in 3 scenarios' */
export function placesOf({ names }: RuleFindings, noun: string | undefined): string {
  if (noun === undefined) return '';
  return ` in ${names.length === 1 ? oneLine(names[0] ?? '') : counted(names.length, noun)}`;
}

/** If the client ended without a readable result, the end of its output often shows the cause. */
function outputLines({ trouble, output }: JudgedPlay, rule: string): string[] {
  if (trouble === undefined || output === undefined || rule !== 'outcome-as-expected') return [];
  return [indent(endOfOutput(output), 2)];
}

/** Returns the end of the output of a client, with a mark before each line. */
export const endOfOutput = (output: string): string =>
  `The end of the client's output:\n${indent(quoteLines(output.trimEnd()), 2)}`;

/** Returns a known failure in one line. @example knownLine(group) // 'token-fresh (must, known): hotel-confirmed' */
export const knownLine = (group: RuleFindings, paint: Paint): string =>
  `${paint('dim', group.rule)} (${markOf(group)}): ${oneLine(listed(group.names, maxNames))}`;
