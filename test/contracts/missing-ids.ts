/** Returns the ids that occur in none of the texts as a whole word. */
export function missingFrom(texts: readonly string[], ids: readonly string[]): string[] {
  return ids.filter(id => {
    const wholeId = new RegExp(`(?<![\\w.-])${id.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`);
    return !texts.some(text => wholeId.test(text));
  });
}
