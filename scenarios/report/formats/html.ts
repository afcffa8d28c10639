import type { Format } from '../document.ts';
import { readPage, withData } from '../web-page.ts';

/** One file that opens from disk, without a network. */
export const html: Format = async document => withData(await readPage('report'), document.page());
