import type { Redactor } from '#contracts/exchange';
import { hash64, hexId } from '../seed.ts';

const name =
  'pass(?:word|wd)|pwd|(?:access|mcp|static)_?token|bearer|senha|security_?code|cvv2?|cvc2?|card_?number|document_?(?:number|o)|passport|cpf|e?-?mail';
const value = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^"'&<>,;{}\s]+`;
// As in JSON, in a form, in XML and in what people write by hand.
const secretField = new RegExp(String.raw`((?:${name})\w*["']?\s*[:=>]\s*)(${value})`, 'gi');

const headLength = 200;
// Masking shortens a text; from so much of it the head is taken, and never from its last part, which may be cut off in
// the middle of a number.
const lookedAt = 2_000;
const doubtful = 40;

/** What of a body that is no JSON may be kept: its length, a mark, and a masked beginning (auth.5). */
export function describeUnreadable(text: string | null, redactor: Redactor): unknown {
  if (text === null || text === '') return undefined;
  const head = redactor.redactText(text.slice(0, lookedAt).replace(secretField, '$1***'));
  return {
    unreadable: true,
    length: text.length,
    hash: redactor.mark(hexId(hash64(text), 0)),
    head: head.slice(0, text.length > lookedAt ? Math.min(headLength, head.length - doubtful) : headLength),
  };
}
