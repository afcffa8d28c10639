import { describeBrokenAnswer } from '../rules/judge.ts';
import { findingLines, type Paint, plain } from './finding-lines.ts';
import { findingsOf } from './findings.ts';
import type { Judged } from './judged.ts';

/** What was judged of traffic, for people: what is wrong, with its proof, and how many rules say what. */
export function judgedText(all: readonly Judged[], paint: Paint = plain): string {
  return all
    .map(judged => {
      const heading = all.length > 1 ? `Judged: ${judged.source}` : 'Judged';
      const findings = findingLines(findingsOf(judged), paint);
      const failed = judged.verdicts
        .filter(({ verdict }) => verdict === 'harness-error')
        .map(({ rule, reason = 'for no known reason' }) => `\n  The rule ${rule} failed: ${reason}`);
      const broken = judged.brokenAnswers.map(answer => `\n  ${describeBrokenAnswer(answer)}`);
      return [paint('bold', heading), ...findings, ...failed, ...broken, '', `  ${countLine(judged)}`].join(
        '\n',
      );
    })
    .join('\n\n');
}

const words = {
  fail: 'broken',
  warn: 'warned of',
  pass: 'kept',
  inconclusive: 'not to be told',
  'not-observed': 'not observed',
  'harness-error': 'failed',
} as const;

function countLine({ verdicts }: Judged): string {
  // Object.entries widens the keys
  const counted = (Object.entries(words) as [keyof typeof words, string][]).flatMap(([word, told]) => {
    const count = verdicts.filter(({ verdict }) => verdict === word).length;
    return count > 0 ? [`${count} ${told}`] : [];
  });
  return `Rules: ${counted.join(', ')}`;
}
