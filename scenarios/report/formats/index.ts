import type { Format, ReportDocument } from '../document.ts';
import { type Paint, plain } from '../text.ts';

/** All formats of reports, each loaded by its first report. To add a format, add a file to this folder, a row to this table, and a test. */
const formats = {
  text: { mediaType: 'text/plain', load: async () => (await import('./text.ts')).text },
  json: { mediaType: 'application/json', load: async () => (await import('./json.ts')).json },
  junit: { mediaType: 'application/xml', load: async () => (await import('./junit.ts')).junit },
  github: { mediaType: 'text/plain', load: async () => (await import('./github.ts')).github },
  markdown: {
    mediaType: 'text/markdown',
    load: async () => (await import('./markdown.ts')).markdown,
  },
  tap: { mediaType: 'text/plain', load: async () => (await import('./tap.ts')).tap },
  sarif: { mediaType: 'application/sarif+json', load: async () => (await import('./sarif.ts')).sarif },
  ctrf: { mediaType: 'application/json', load: async () => (await import('./ctrf.ts')).ctrf },
  html: { mediaType: 'text/html', load: async () => (await import('./html.ts')).html },
} satisfies Readonly<Record<string, { mediaType: string; load(): Promise<Format> }>>;

export type ReportFormat = keyof typeof formats;

export const reportFormats = Object.keys(formats) as readonly ReportFormat[]; // Object.keys has the return type string[]

export const mediaTypeOf = (format: ReportFormat): string => formats[format].mediaType;

export const writeReport = async (
  format: ReportFormat,
  document: ReportDocument,
  paint: Paint = plain,
): Promise<string> => (await formats[format].load())(document, paint);
