import type { Case, Format, Suite } from '../document.ts';
import { showControls } from '../text.ts';

/** An element, which needs its indentation to become text. */
type Element = (indent: string) => string;

const element =
  (
    name: string,
    attributes: Readonly<Record<string, string | number>>,
    content: readonly (Element | string)[] = [],
  ): Element =>
  indent => {
    const head = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escapeXml(String(value), true)}"`,
    );
    const start = `${indent}<${name}${head.join('')}`;
    if (content.length === 0) return `${start}/>\n`;
    // White space next to a text would become part of the text, so such an element has no line breaks.
    const isText = content.some(child => typeof child === 'string');
    const inner = content
      .map(child => (typeof child === 'string' ? escapeXml(child) : child(isText ? '' : `${indent}  `)))
      .join('');
    return isText ? `${start}>${inner}</${name}>\n` : `${start}>\n${inner}${indent}</${name}>\n`;
  };

// XML 1.0 cannot contain lone surrogates and these two characters, not even in escaped form.
const unwritable = /[\uFFFE\uFFFF]|\p{Surrogate}/gu;

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string, isAttribute = false): string {
  const written = showControls(text)
    .replace(unwritable, '\uFFFD')
    .replace(/[&<>"]/g, mark => names[mark] ?? mark);
  // XML parsers turn a bare line break in an attribute into a space.
  return isAttribute ? written.replace(/[\t\n]/g, mark => `&#${mark.charCodeAt(0)};`) : written;
}

export const junit: Format = ({ suites }) => {
  const times = suites.flatMap(({ tookMs = [] }) => tookMs);
  const attributes = {
    name: 'understudy',
    ...countsOf(suites.flatMap(({ cases }) => cases)),
    ...(times[0] !== undefined && { time: seconds(times[0]) }),
  };
  const root = element('testsuites', attributes, suites.map(suiteElement));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root('')}`;
};

function suiteElement({ name, cases, timestamp, tookMs = 0, comments = [] }: Suite): Element {
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

function caseElement(suite: string, one: Case): Element {
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

const textElement = (name: string, text: string | undefined): Element[] =>
  text === undefined ? [] : [element(name, {}, [text])];
