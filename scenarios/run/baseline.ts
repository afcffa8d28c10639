import { commandName, suggest, UsageError } from '#contracts/util';
import { findRule, type RuleId, rules } from '../judge/index.ts';

/** It does not fail a run. */
export interface KnownFailure {
  readonly scenario: string;
  readonly rule: RuleId;
}

export const readBaseline = (text: string, scenarios: readonly string[]): KnownFailure[] =>
  readKnown(text, (scenario, id, line) => {
    const rule = findRule(id);
    return rule && scenarios.includes(scenario)
      ? { scenario, rule: rule.id }
      : problemOf(line, scenario, id, scenarios);
  });

/** Lines `place: failure`. Empty lines and text after `#` are ignored. */
export function readKnown<Known extends object>(
  text: string,
  read: (place: string, failure: string, line: string) => Known | string,
): Known[] {
  const problems: string[] = [];
  const known = text.split(/\r?\n/).flatMap((written, index): Known[] => {
    const line = written.replace(/#.*/, '').trim();
    if (line === '') return [];
    const [, place = '', failure = ''] = /^([^\s:]+)\s*:\s*(\S.*)$/.exec(line) ?? [];
    const found = read(place, failure, line);
    if (typeof found !== 'string') return [found];
    problems.push(`line ${index + 1}: ${found}`);
    return [];
  });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return known;
}

function problemOf(line: string, scenario: string, rule: string, scenarios: readonly string[]): string {
  if (rule === '')
    return `"${line}" does not have the form "scenario: rule"; write a line such as "answer-lost-booked: no-blind-rebooking"`;
  if (!scenarios.includes(scenario))
    return `there is no scenario "${scenario}"; ${suggest(scenario, scenarios, `"${commandName} scenarios" lists all scenarios`)}`;
  const ids = rules.map(({ id }) => id);
  return `there is no rule "${rule}"; ${suggest(rule, ids, `"${commandName} explain" lists all rules`)}`;
}
