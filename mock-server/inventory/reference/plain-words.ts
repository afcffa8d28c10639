const marks = /\p{M}+/gu;
const notWord = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text without accents, case and signs, so that texts compare as people type them.
 *
 * @example plainWords('Saint-Germain, São Paulo') // ['saint', 'germain', 'sao', 'paulo']
 */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(marks, '').toLowerCase();
  return plain.split(notWord).filter(word => word !== '');
}
