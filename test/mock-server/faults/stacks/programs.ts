import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Whether a test that needs a program runs. In CI a missing program is an error, so that the test is not skipped. */
export const canRun = (isHere: boolean): boolean => isHere || process.env.CI !== undefined;

/**
 * Reports that tests are skipped because a program is missing.
 *
 * @param file the `import.meta.url` of the test file
 */
export function warnWithout(program: string, isHere: boolean, file: string): void {
  if (isHere) return;
  const test = relative(process.cwd(), fileURLToPath(file));
  console.warn(`SKIPPED: tests of ${test} need ${program}, which is not installed`);
}
