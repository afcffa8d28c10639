import type { Case, Format, Suite } from '../document.ts';
import { element, type XmlNode, xmlDocument } from '../xml.ts';

/** Writes the report as JUnit XML. */
export const junit: Format = ({ suites }) => {
  const times = suites.flatMap(({ tookMs = [] }) => tookMs);
  return xmlDocument(
    element(
      'testsuites',
      {
        name: 'understudy',
        ...countsOf(suites.flatMap(({ cases }) => cases)),
        ...(times[0] !== undefined && { time: seconds(times[0]) }),
      },
      suites.map(suiteElement),
    ),
  );
};

function suiteElement({ name, cases, timestamp, tookMs = 0, comments = [] }: Suite): XmlNode {
  const attributes = { name, ...(timestamp && { timestamp }), ...countsOf(cases), time: seconds(tookMs) };
  return element('testsuite', attributes, [
    ...cases.map(one => caseElement(name, one)),
    ...textElement('system-err', comments.length > 0 ? comments.join('\n') : undefined),
  ]);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

function countsOf(cases: readonly Case[]): Record<string, number> {
  const count = (result: Case['result']) => cases.filter(one => one.result === result).length;
  return {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function caseElement(suite: string, one: Case): XmlNode {
  const { name, result, type, message, lines, properties = {}, tookMs, stdout, stderr } = one;
  const about = { ...(type && { type }), ...(message !== undefined && { message }) };
  const all = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }));
  const time = tookMs === undefined ? {} : { time: seconds(tookMs) };
  return element('testcase', { classname: `understudy.${suite}`, name, ...time }, [
    ...(all.length > 0 ? [element('properties', {}, all)] : []),
    ...(result === 'ok' ? [] : [element(result, about, lines === undefined ? [] : [lines.join('\n')])]),
    ...textElement('system-err', stderr),
    ...textElement('system-out', stdout),
  ]);
}

const textElement = (name: string, text: string | undefined): XmlNode[] =>
  text === undefined ? [] : [element(name, {}, [text])];
