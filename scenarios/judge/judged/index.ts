// What was judged, put into words. Apart from the rules, and from the schema of a run's report, which few need with it.

export { provingExchanges } from './exchanges.ts';
export { findingLines, indent, type Paint, plain, type Style } from './finding-lines.ts';
export { findingsOf, remarksOf, type ToldFinding, tellFinding } from './findings.ts';
export { hasHarnessError, isBroken, type Judged, judgeTraffic } from './judged.ts';
export { judgedJunit } from './junit.ts';
export { reportVerdict } from './report-verdict.ts';
export { quoteLines, tame } from './tame.ts';
export { judgedText } from './text.ts';
export { element, type XmlNode, xmlDocument } from './xml.ts';
