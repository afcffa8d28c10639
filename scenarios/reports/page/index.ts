// The data of the pages with reports. The pages themselves are in scenarios/web.
export { mergePage, type NamedReport } from './merge-page.ts';
export { pageOf } from './page-of.ts';
export type {
  ExplorationPage,
  MergedFinding,
  MergePage,
  PageData,
  PagePlay,
  PageRule,
  PageVerdict,
  PlaysPage,
} from './types.ts';
