export type { RuleLevel } from './rule.ts';
export { findRule, type Rule, type RuleId, rules } from './table.ts';
