import { findRule, type Verdict } from '../judge/index.ts';
import { findingsByRule, type JudgedPlay, type RuleFindings } from './by-rule.ts';
import { ruleLines } from './rule-text.ts';
import { counted, listed } from './summary.ts';

/** The attributes of an XML element. */
export type Attributes = Readonly<Record<string, string | number>>;

/** A test case in JUnit XML. The XML element of the suite counts the outcomes of its test cases. */
export interface Case {
  readonly name: string;
  readonly attributes?: Attributes;
  readonly properties?: Readonly<Record<string, string>>;
  readonly outcome?: {
    readonly kind: 'failure' | 'error' | 'skipped';
    readonly attributes: Attributes;
    readonly text?: string;
  };
  readonly stderr?: string;
  readonly stdout?: string;
}

/**
 * Returns a test case for each rule and for each broken invariant. The test case fails if the client broke the rule in at least
 * one play.
 *
 * @param noun the word for a play, such as `scenario`; undefined for one source of traffic
 */
export function ruleCases(plays: readonly JudgedPlay[], noun: string | undefined): Case[] {
  const groups = new Map(findingsByRule(plays).map(group => [group.rule, group]));
  const verdicts = Map.groupBy(
    plays.flatMap(play => play.verdicts),
    ({ rule }) => String(rule),
  );
  const ids = new Set([...verdicts.keys(), ...groups.keys()]);
  return [...ids].map(id => ({
    name: id,
    properties: { title: findRule(id)?.title ?? id },
    ...resultOf(verdicts.get(id) ?? [], groups.get(id), noun),
  }));
}

function resultOf(
  verdicts: readonly Verdict[],
  group: RuleFindings | undefined,
  noun: string | undefined,
): Pick<Case, 'outcome' | 'stderr'> {
  const text = group === undefined ? '' : ruleLines(group, { noun }).join('\n');
  const error = verdicts.find(({ verdict }) => verdict === 'harness-error');
  if (error) {
    const message = error.reason ?? 'the reason is unknown';
    const all = [message, ...(text === '' ? [] : [text])].join('\n\n');
    return { outcome: { kind: 'error', attributes: { type: 'harness-error', message }, text: all } };
  }
  if (group?.weight === 'fail') {
    const { proof, names } = group;
    const places = noun === undefined || names.length === 1 ? '' : `${counted(names.length, noun)}: `;
    return {
      outcome: { kind: 'failure', attributes: { type: 'broken', message: places + proof.message }, text },
    };
  }
  if (group?.weight === 'known') {
    const message = `known failure, listed in the baseline: ${listed(group.names, group.names.length)}`;
    return { outcome: { kind: 'skipped', attributes: { message } } };
  }
  if (group) return { stderr: text };
  if (verdicts.some(({ verdict }) => verdict === 'pass' || verdict === 'warn')) return {};
  const open = verdicts.find(({ verdict }) => verdict === 'inconclusive') ?? verdicts[0];
  const message = [open?.verdict ?? 'not-observed', open?.reason ?? []].flat().join(': ');
  return { outcome: { kind: 'skipped', attributes: { message } } };
}
