import type { JudgeContext, Leak } from './context.ts';
import { type Assessment, assessOne, type CorrectBehaviour, finding, missingInput } from './rule.ts';

/** Judges whether the output of the client contains secrets of the given kinds. */
export function judgeLeaks(
  { leaks }: JudgeContext,
  sorts: readonly Leak['what'][],
  expected: CorrectBehaviour,
): Assessment {
  if (!leaks) return missingInput('it needs the output of the client');
  const found = leaks.filter(({ what }) => sorts.includes(what));
  return assessOne(
    found.map(({ what, where }) =>
      finding([], {
        message: `The output holds ${what === 'e-mail' ? 'an' : 'a'} ${what}: ${where}. Logs are readable by more people than the booking.`,
        expected,
      }),
    ),
  );
}
