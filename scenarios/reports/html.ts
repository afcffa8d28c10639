import { readPage, withData } from '../web/index.ts';
import { mergePage, type NamedReport, pageOf } from './page/index.ts';
import type { WriteReport } from './schema.ts';

/**
 * Prepares the HTML format: one file that opens from disk, without a network.
 *
 * @throws the errors of `readPage`
 */
export async function createHtml(): Promise<WriteReport> {
  const page = await readPage('report');
  return report => withData(page, pageOf(report));
}

/**
 * Returns one page that compares several reports.
 *
 * @throws the errors of `readPage`
 */
export const mergeHtml = async (reports: readonly NamedReport[]): Promise<string> =>
  withData(await readPage('report'), mergePage(reports));
