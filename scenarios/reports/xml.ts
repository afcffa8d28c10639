import { showControls } from './escape.ts';

/** An XML element, or a text that `write` escapes. */
export type XmlNode = XmlElement | string;

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly XmlNode[];
}

/** Creates an XML element. @example element('a', { b: 1 }, ['text']) */
export function element(
  name: string,
  attributes: XmlElement['attributes'],
  content: readonly XmlNode[] = [],
): XmlNode {
  return { name, attributes, content };
}

/**
 * Writes an XML document.
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
  // White space next to a text would become part of the text, so such an element has no line breaks.
  const isText = content.some(child => typeof child === 'string');
  const inner = content.map(child => write(child, isText ? '' : `${indent}  `)).join('');
  return isText ? `${start}>${inner}</${name}>\n` : `${start}>\n${inner}${indent}</${name}>\n`;
}

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
