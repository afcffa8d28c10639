import type { Format } from '../document.ts';
import { readPage, withData } from '../web-page.ts';

/**
 * Returns one file that opens from disk, without a network.
 *
 * @throws the errors of `readPage`
 */
export const html: Format = async document => withData(await readPage('report'), document.page());
