import { showControls } from './escape.ts';

/** A piece of XML: an element, or text, which is escaped when it is written. */
export type XmlNode = XmlElement | string;

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly XmlNode[];
}

/** An element. */
export function element(
  name: string,
  attributes: XmlElement['attributes'],
  content: readonly XmlNode[] = [],
): XmlNode {
  return { name, attributes, content };
}

/**
 * A document around its root.
 *
 * @example xmlDocument(element('a', { b: '<' })) // '<?xml version="1.0" encoding="UTF-8"?>\n<a b="&lt;"/>\n'
 */
export const xmlDocument = (root: XmlNode): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write(node: XmlNode, indent: string): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, attributes, content } = node;
  const head = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value), true)}"`,
  );
  const start = `${indent}<${name}${head.join('')}`;
  if (content.length === 0) return `${start}/>\n`;
  // Space beside a text would be a part of it.
  const isText = content.some(child => typeof child === 'string');
  const inner = content.map(child => write(child, isText ? '' : `${indent}  `)).join('');
  return isText ? `${start}>${inner}</${name}>\n` : `${start}>\n${inner}${indent}</${name}>\n`;
}

// What XML 1.0 has no way to write, beside control characters: halves of surrogate pairs, two others.
const unwritable = /[\uFFFE\uFFFF]|\p{Surrogate}/gu;

const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string, isAttribute = false): string {
  const written = showControls(text)
    .replace(unwritable, '\uFFFD')
    .replace(/[&<>"]/g, mark => names[mark] ?? mark);
  // A reader makes a space of a line break in an attribute.
  return isAttribute ? written.replace(/[\t\n]/g, mark => `&#${mark.charCodeAt(0)};`) : written;
}
