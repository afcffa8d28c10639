import { readPage, withData } from '../../web/index.ts';
import type { Format } from '../document.ts';

/**
 * Returns one file that opens from disk, without a network.
 *
 * @throws the errors of `readPage`
 */
export const html: Format = async document => withData(await readPage('report'), document.page());
