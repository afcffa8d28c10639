import type { ToldFinding } from './findings.ts';
import { tame } from './tame.ts';

/** How something stands out on a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'magenta';
/** Makes a text stand out. */
export type Paint = (style: Style, text: string) => string;

/** Leaves texts as they are. */
export const plain: Paint = (_, text) => text;

const weights = { fail: 'red', warn: 'yellow', known: 'dim' } as const;
/** A client that errs in every call errs in one way. */
const mostOfRule = 3;

/** Findings for people, rule by rule: why that is one, what happened, what proves it, and what a correct client does. */
export function findingLines(findings: readonly ToldFinding[], paint: Paint): string[] {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  return [...byRule.values()].flatMap(all => {
    const [first] = all;
    if (!first) return [];
    const { rule, level, clauses } = first;
    const weight = all.find(one => one.weight !== 'warn')?.weight ?? first.weight;
    const mark = { fail: level, warn: `${level}, a warning`, known: `${level}, known` }[weight];
    const more = all.length - mostOfRule;
    return [
      '',
      `  ${paint(weights[weight], rule)} (${mark})`,
      ...clauses.map(clause => paint('dim', indent(clause, 4))),
      ...all.slice(0, mostOfRule).flatMap(finding => oneFinding(finding, weight)),
      ...(more > 0 ? [indent(`and ${more} more of this kind`, 4)] : []),
    ];
  });
}

function oneFinding(
  { weight, message, expected, proof }: ToldFinding,
  ofRule: ToldFinding['weight'],
): string[] {
  const isMilder = weight === 'warn' && ofRule !== 'warn';
  return [
    indent(isMilder ? `A warning: ${oneLine(message)}` : oneLine(message), 4),
    ...proof.map(line => indent(oneLine(line), 6)),
    indent(`A correct client: ${oneLine(expected)}`, 4),
  ];
}

/** Values in it are the client's. */
const oneLine = (text: string): string => tame(text).replaceAll('\n', '\u240A');

/** Moves every line of a text to the right. */
export const indent = (text: string, by: number): string =>
  text
    .split('\n')
    .map(line => ' '.repeat(by) + line)
    .join('\n');
