import { version } from '#contracts/util';
import type { Case, Format, Suite } from '../document.ts';
import { showControls } from '../text.ts';

const statuses = { ok: 'passed', failure: 'failed', error: 'failed', skipped: 'skipped' } as const;

/** Returns the report in the Common Test Report Format (CTRF), as JSON, for tools that compare the results of many runs. */
export const ctrf: Format = ({ suites }) => {
  const tests = suites.flatMap(suite => suite.cases.map(one => testOf(one, suite)));
  const count = (status: string) => tests.filter(one => one.status === status).length;
  const start = Date.parse(suites.find(suite => suite.timestamp !== undefined)?.timestamp ?? '') || 0;
  const duration = suites.reduce((sum, { tookMs = 0 }) => sum + tookMs, 0);
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: 0,
    skipped: count('skipped'),
    other: 0,
    start,
    stop: start + duration,
  };
  const results = { tool: { name: 'understudy', version }, summary, tests };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion: '0.0.0', results }, undefined, 2)}\n`;
};

function testOf({ name, result, type, message, lines, properties, tookMs = 0, stdout }: Case, suite: Suite) {
  return {
    name: showControls(name),
    status: statuses[result],
    duration: tookMs,
    suite: [suite.name],
    ...(type !== undefined && { rawStatus: type }),
    ...(message !== undefined && { message: showControls(message) }),
    ...(lines !== undefined && result !== 'ok' && { trace: showControls(lines.join('\n')) }),
    ...(stdout !== undefined && { stdout: stdout.split('\n').map(showControls) }),
    ...(properties && { extra: properties }),
  };
}
