import type { ControlAnswer } from '#contracts/control';
import { judgedJunit, judgedText, judgeTraffic } from '#scenarios/judge/judged';
import { judge } from '#scenarios/judge/rules';
import { judgeContextOf } from '../judge-context.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import type { ControlHandlers, FindSandboxOf } from './handler.ts';

/** The judge's report on a sandbox, by traffic alone: what a client was asked to do, and reported, only its runner knows. */
export function verdictHandlers(find: FindSandboxOf): ControlHandlers<'judgeSandbox'> {
  return {
    judgeSandbox(call) {
      const sandbox = find(call);
      sandbox.clock.settle();
      const { format = 'json' } = call.query;
      if (format === 'json') return { json: reportOn(sandbox) };
      const judged = judgeTraffic(
        `sandbox ${sandbox.identity.id}`,
        factsOf(sandbox),
        judgeContextOf(sandbox),
      );
      return format === 'junit'
        ? written(judgedJunit([judged]), 'application/xml')
        : written(`${judgedText([judged])}\n`, 'text/plain');
    },
  };
}

const factsOf = ({ journal }: Sandbox) => journal.read().map(({ facts }) => facts);

const written = (text: string, type: string): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' } });

function reportOn(sandbox: Sandbox): ControlAnswer<'judgeSandbox'> {
  return {
    version: 1,
    final: sandbox.closed,
    lostExchanges: sandbox.journal.lost().facts,
    verdicts: judge(factsOf(sandbox), judgeContextOf(sandbox)).map(({ findings, ...verdict }) => ({
      ...verdict,
      findings: findings.map(finding => ({ ...finding, exchanges: [...finding.exchanges] })),
    })),
  };
}
