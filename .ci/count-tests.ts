// Prints the slowest test files, and the count of tests, from Vitest's JSON reports. Where CI is set, a skipped test is a failure.
// Usage: node .ci/count-tests.ts <report file> …
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    /** The instants at which the file began and ended, in milliseconds. */
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const reports = process.argv.slice(2).map((file): Report => JSON.parse(readFileSync(file, 'utf8')));
const sum = (count: (report: Report) => number) => reports.reduce((all, report) => all + count(report), 0);
const skipped = sum(({ numPendingTests, numTodoTests }) => numPendingTests + numTodoTests);

const slowest = reports
  .flatMap(({ testResults }) => testResults)
  .map(({ name, startTime, endTime }) => ({
    name: relative('', name),
    seconds: (endTime - startTime) / 1_000,
  }))
  .toSorted((a, b) => b.seconds - a.seconds)
  .slice(0, 20);
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(6)} s ${name}`);

if (skipped > 0) {
  for (const { name, assertionResults } of reports.flatMap(({ testResults }) => testResults)) {
    for (const { status, fullName } of assertionResults) {
      if (status !== 'passed' && status !== 'failed') console.log(`skipped: ${name}: ${fullName}`);
    }
  }
  if (process.env.CI) {
    console.error('Skipped tests count as failures in CI: install what they need.');
    process.exitCode = 1;
  }
}

const counts = [
  `${sum(report => report.numPassedTests)} passed`,
  `${sum(report => report.numFailedTests)} failed`,
];
if (skipped > 0) counts.push(`${skipped} skipped`);
console.log(`tests: ${counts.join(', ')}`);
