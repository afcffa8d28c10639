// Prints the count of tests from Vitest's JSON report on one line. Where CI is set, a skipped test is a failure.
// Usage: node .ci/count-tests.ts <report file>
import { readFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
const report = JSON.parse(readFileSync(file, 'utf8'));
const skipped = report.numPendingTests + report.numTodoTests;

if (skipped > 0) {
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') console.log(`skipped: ${name}: ${fullName}`);
    }
  }
  if (process.env.CI) {
    console.error('Skipped tests count as failures in CI: install what they need.');
    process.exitCode = 1;
  }
}

const counts = [`${report.numPassedTests} passed`, `${report.numFailedTests} failed`];
if (skipped > 0) counts.push(`${skipped} skipped`);
console.log(`tests: ${counts.join(', ')}`);
