// The data of the pages with reports. The pages themselves are in scenarios/web.
export { explorationPage } from './exploration-page.ts';
export { mergePage, type NamedReport } from './merge-page.ts';
export { runPage, verdictsPage } from './plays-page.ts';
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
