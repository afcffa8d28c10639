import type { JudgeContext, Leak } from './context.ts';
import { type Assessment, finding, missingInput, overOne } from './rule.ts';

/** Whether something of a sort was found in the client's output. */
export function judgeLeaks(
  { leaks }: JudgeContext,
  sorts: readonly Leak['what'][],
  expected: string,
): Assessment {
  if (!leaks) return missingInput("it takes the client's output");
  const found = leaks.filter(({ what }) => sorts.includes(what));
  return overOne(
    found.map(({ what, where }) =>
      finding([], {
        message: `The output holds ${what === 'e-mail' ? 'an' : 'a'} ${what}: ${where}.`,
        expected,
      }),
    ),
  );
}
