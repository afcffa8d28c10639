import type { FaultEffect } from '#contracts/fault';

type Defect = Exclude<FaultEffect<'body'>['how'], 'slow-drip' | 'cut-gzip'>;

/** A spoilt body, and its content type where that is another one. */
export interface SpoiltBody {
  readonly text: string;
  readonly contentType?: string;
}

const xmlPage =
  '<?xml version="1.0" encoding="utf-8"?>\n<Response><Result>Error</Result><Message>The service could not write its answer as JSON.</Message></Response>\n';
const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>The service is not available</title></head><body><h1>The service is not available</h1><p>Please try again in a few moments.</p></body></html>\n';

/** What each defect makes of a body. */
const defects: { readonly [D in Defect]: (text: string) => SpoiltBody } = {
  truncated: text => ({ text: text.slice(0, Math.floor(text.length / 2)) }),
  // A comma before the last brace: it looks whole, and is no JSON.
  'invalid-json': text => ({ text: `${text.slice(0, -1)},${text.slice(-1)}` }),
  empty: () => ({ text: '' }),
  xml: () => ({ text: xmlPage, contentType: 'application/xml; charset=utf-8' }),
  html: () => ({ text: htmlPage, contentType: 'text/html; charset=utf-8' }),
  'byte-order-mark': text => ({ text: `\uFEFF${text}` }),
  'wrong-content-type': text => ({ text, contentType: 'text/html; charset=utf-8' }),
  // A client that goes by the label cannot read it, one that knows that JSON is UTF-8 can.
  'wrong-charset': text => ({ text, contentType: 'application/json; charset=utf-16' }),
};

const readable: ReadonlySet<string> = new Set([
  'byte-order-mark',
  'wrong-content-type',
  'wrong-charset',
  'slow-drip',
]);

/** Whether a client that reads with care still has the answer. */
export const isReadable = (how: FaultEffect<'body'>['how']): boolean => readable.has(how);

/** Spoils the text of a body. */
export const spoilBody = (how: Defect, text: string): SpoiltBody => defects[how](text);
