// What was judged, put into words. Apart from the rules, and from the schema of a run's report, which few need with it.

export { provingExchanges } from './judged/exchanges.ts';
export { findingLines, indent, type Paint, plain, type Style } from './judged/finding-lines.ts';
export { findingsOf, remarksOf, type ToldFinding, tellFinding } from './judged/findings.ts';
export { hasHarnessError, isBroken, type Judged, judgeTraffic } from './judged/judged.ts';
export { judgedJunit } from './judged/junit.ts';
export { reportVerdict } from './judged/report-verdict.ts';
export { quoteLines, tame } from './judged/tame.ts';
export { judgedText } from './judged/text.ts';
export { element, type XmlNode, xmlDocument } from './judged/xml.ts';
