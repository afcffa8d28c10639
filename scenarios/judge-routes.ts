import type { ReportFormat } from '#contracts/control';
import type { ControlRoutes } from '#mock-server';

/** The media types of report formats that are not plain text. */
const mediaTypes: Partial<Record<ReportFormat, string>> = {
  junit: 'application/xml',
  markdown: 'text/markdown',
};

/**
 * Adds the routes of the judge to the control API: the rules, and the verdicts on a sandbox. The first call loads the judge.
 *
 * @example createMockSupplier({ catalogue, routes: [judgeRoutes] })
 */
export const judgeRoutes: ControlRoutes = find => ({
  async listRules() {
    const { rules } = await import('./judge/index.ts');
    return {
      json: rules.map(({ id, level, clauses, title }) => ({ id, level, clauses: [...clauses], title })),
    };
  },
  async judgeSandbox(call) {
    const { judgeSandbox } = await import('./judge-sandbox.ts');
    const { verdictReport, writeReport } = await import('./reports/index.ts');
    const sandbox = find(call);
    sandbox.clock.settle();
    const { format = 'json' } = call.query;
    const judgement = judgeSandbox(sandbox);
    if (format === 'json')
      return {
        json: {
          version: 1 as const,
          final: sandbox.closed,
          lostExchanges: sandbox.journal.lost().facts,
          verdicts: judgement.verdicts.map(({ clauses: _, ...verdict }) => verdict),
        },
      };
    const text = await writeReport(format, verdictReport([judgement], 0));
    return new Response(text, {
      headers: {
        'content-type': `${mediaTypes[format] ?? 'text/plain'}; charset=utf-8`,
        'cache-control': 'no-store',
      },
    });
  },
});
