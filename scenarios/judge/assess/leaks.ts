import type { Finding } from '#contracts/control';
import type { JudgeContext, Leak } from './context.ts';
import {
  type Assessment,
  assessOne,
  asWarning,
  type CorrectBehaviour,
  finding,
  missingInput,
} from './rule.ts';

/**
 * Judges whether the output or the state folder of the client contains secrets of the given kinds. A password in the state folder
 * is only a warning, because the specification forbids only card data in files.
 */
export function judgeLeaks(
  { leaks, unsearched }: JudgeContext,
  sorts: readonly Leak['what'][],
  expected: CorrectBehaviour,
): Assessment {
  if (!leaks) return missingInput('the rule needs the output of the client');
  const found = leaks.filter(({ what }) => sorts.includes(what));
  if (found.length === 0 && unsearched !== undefined && sorts.includes('card-number'))
    return assessOne({ inconclusive: unsearched });
  return assessOne(found.map(leak => describe(leak, expected)));
}

function describe({ what, where, isKept }: Leak, expected: CorrectBehaviour): Finding {
  if (!isKept)
    return finding([], {
      message: `The client wrote a secret to its output (${what}): ${where}. More people can read logs than bookings.`,
      expected,
    });
  const kept = finding([], {
    message: `The client left a secret in its state folder (${what}): ${where}. Other programs and backups can read such files.`,
    expected,
  });
  return what === 'password' ? asWarning(kept) : kept;
}
