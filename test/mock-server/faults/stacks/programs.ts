import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a test that needs a program runs: in CI a missing one is a failure, not a reason to look away. */
export const canRun = (isHere: boolean): boolean => isHere || process.env.CI !== undefined;

/**
 * Says that tests are skipped for want of a program.
 *
 * @param file the `import.meta.url` of the test file
 */
export function warnWithout(program: string, isHere: boolean, file: string): void {
  if (isHere) return;
  const test = relative(process.cwd(), fileURLToPath(file));
  console.warn(`SKIPPED: tests of ${test} need ${program}, which is not installed`);
}
