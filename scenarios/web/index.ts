export { readPage, type WebPage } from './read-page.ts';
export { withData } from './with-data.ts';
