// Small pure helpers that several rooms share. Inside the project only: the package does not export them.
export { type Compact, compact } from './compact.ts';
export { describeIssue, formatPath, showValue, valueAt } from './describe-issue.ts';
export { foldText } from './fold-text.ts';
export { asObject, isObject, type JsonObject } from './json.ts';
export { nearest, suggest } from './nearest.ts';
export { once } from './once.ts';
export { isSameText } from './same-text.ts';
