/**
 * A text without accents and upper case, so that texts compare as people type them.
 *
 * @example foldText('São Paulo') // 'sao paulo'
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
