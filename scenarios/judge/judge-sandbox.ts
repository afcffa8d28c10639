import { closeSandbox, judgeContextOf, type Sandbox } from '#mock-server';
import { type Judged, judgeTraffic } from './judged/index.ts';

/** Judges what a sandbox has seen so far, whoever asked it. */
export const judgeSandbox = (sandbox: Sandbox): Judged =>
  judgeTraffic(
    `sandbox ${sandbox.identity.id}`,
    sandbox.journal.read().map(({ facts }) => facts),
    judgeContextOf(sandbox),
  );

/** Closes a sandbox, so that what was not sent by then never came, and judges what it has seen. */
export function judgeForGood(sandbox: Sandbox): Judged {
  closeSandbox(sandbox);
  return judgeSandbox(sandbox);
}
