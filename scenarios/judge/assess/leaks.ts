import type { JudgeContext, Leak } from './context.ts';
import { type Assessment, assessOne, type CorrectBehaviour, finding, missingInput } from './rule.ts';

/** Judges whether the output of the client contains secrets of the given kinds. */
export function judgeLeaks(
  { leaks }: JudgeContext,
  sorts: readonly Leak['what'][],
  expected: CorrectBehaviour,
): Assessment {
  if (!leaks) return missingInput('the rule needs the output of the client');
  const found = leaks.filter(({ what }) => sorts.includes(what));
  return assessOne(
    found.map(({ what, where }) =>
      finding([], {
        message: `The client wrote a secret to its output (${what}): ${where}. More people can read logs than bookings.`,
        expected,
      }),
    ),
  );
}
