import type { ControlRoutes } from '#mock-server';

/**
 * Adds routes for the rules of the judge, and for the verdicts on a sandbox, to the control API. The judge is loaded only when
 * a client calls such a route for the first time.
 *
 * @example createMockSupplier({ catalogue, routes: [judgeRoutes] })
 */
export const judgeRoutes: ControlRoutes = {
  async listRules() {
    const { rules } = await import('../judge/index.ts');
    return {
      json: rules.map(({ id, level, clauses, title }) => ({ id, level, clauses: [...clauses], title })),
    };
  },
  async judgeSandbox(call) {
    const { judgeSoFar } = await import('./judge-sandbox.ts');
    const { sandbox, query } = call;
    sandbox.clock.settle();
    if ((query.format ?? 'json') === 'json') {
      const { closed } = sandbox;
      const lostExchanges = sandbox.journal.lost().facts;
      const { verdicts } = await judgeSoFar(sandbox, { story: false });
      return {
        json: {
          version: 1 as const,
          final: closed,
          lostExchanges,
          verdicts: verdicts.map(({ clauses: _, ...verdict }) => verdict),
        },
      };
    }
    const report = await import('../report/index.ts');
    const format = report.reportFormats.find(known => known === query.format);
    if (format === undefined) return call.refuseValue('format', query.format ?? '', report.reportFormats);
    // Only the page shows the story.
    const judged = await judgeSoFar(sandbox, { story: format === 'html' });
    const text = await report.writeReport(format, report.documentOf(report.verdictReport([judged], 0)));
    return new Response(text, {
      headers: {
        'content-type': `${report.mediaTypeOf(format)}; charset=utf-8`,
        'cache-control': 'no-store',
      },
    });
  },
};
