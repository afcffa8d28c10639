import { foldText } from '#contracts/util';

const notWord = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text without accents, case and signs, so that texts compare as people type them.
 *
 * @example plainWords('Saint-Germain, São Paulo') // ['saint', 'germain', 'sao', 'paulo']
 */
export function plainWords(text: string): string[] {
  return foldText(text)
    .split(notWord)
    .filter(word => word !== '');
}
