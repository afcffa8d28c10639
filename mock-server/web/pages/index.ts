export { openApiOf, type ShownServer } from './open-api.ts';
export { searchCommand } from './sample-search.ts';

/** Loads the code of the HTML pages, which most servers never show. */
export const loadPages = () => import('./site.ts');
