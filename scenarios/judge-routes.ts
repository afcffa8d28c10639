import type { ControlRoutes } from '#mock-server';
import type { ReportFormat } from './reports/index.ts';

/** The media types of report formats that are not plain text. */
const mediaTypes: Partial<Record<ReportFormat, string>> = {
  junit: 'application/xml',
  markdown: 'text/markdown',
  html: 'text/html',
};

/**
 * Adds routes for the rules of the judge, and for the verdicts on a sandbox, to the control API. The judge is loaded only when
 * a client calls such a route for the first time.
 *
 * @example createMockSupplier({ catalogue, routes: [judgeRoutes] })
 */
export const judgeRoutes: ControlRoutes = {
  async listRules() {
    const { rules } = await import('./judge/index.ts');
    return {
      json: rules.map(({ id, level, clauses, title }) => ({ id, level, clauses: [...clauses], title })),
    };
  },
  async judgeSandbox(call) {
    const { judgeSandbox, judgeWithStory } = await import('./judge-sandbox.ts');
    const { reportFormats, verdictReport, writeReport } = await import('./reports/index.ts');
    const { sandbox, query } = call;
    const format = reportFormats.find(known => known === (query.format ?? 'json'));
    if (format === undefined) return call.refuseValue('format', query.format ?? '', reportFormats);
    sandbox.clock.settle();
    if (format === 'json') {
      const judgement = judgeSandbox(sandbox);
      return {
        json: {
          version: 1 as const,
          final: sandbox.closed,
          lostExchanges: sandbox.journal.lost().facts,
          verdicts: judgement.verdicts.map(({ clauses: _, ...verdict }) => verdict),
        },
      };
    }
    // Only the page shows the story.
    const judged = format === 'html' ? judgeWithStory(sandbox) : judgeSandbox(sandbox);
    const text = await writeReport(format, verdictReport([judged], 0));
    return new Response(text, {
      headers: {
        'content-type': `${mediaTypes[format] ?? 'text/plain'}; charset=utf-8`,
        'cache-control': 'no-store',
      },
    });
  },
};
