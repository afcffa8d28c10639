import { version } from '#contracts';
import type { Judgement } from '../judge/index.ts';
import type { VerdictReport } from './schema.ts';

/**
 * The report on recorded traffic.
 *
 * @param exitCode with which the command ends
 * @example writeReport('junit', verdictReport([judge(facts)], 0))
 */
export const verdictReport = (judged: Judgement[], exitCode: number): VerdictReport => ({
  format: 'understudy-verdicts',
  version: 1,
  understudy: version,
  exitCode,
  judged,
});
