/** The answer of a tool: text for people and models, the same as data for programs, and both as the JSON of the result. */
export interface ToolPage {
  readonly text: string;
  readonly data: object;
  readonly json: string;
}

/** Creates the answer of a tool. */
export const toolPage = (text: string, data: object): ToolPage => ({
  text,
  data,
  json: JSON.stringify({ content: [{ type: 'text', text }], structuredContent: data }),
});

// Tools write their texts in Markdown.

/** Joins lines. */
export const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');

/** Returns the lines that explain the names to the reader of a server with a profile; none without a profile. */
export function namesNote(dialectName: string | null): string[] {
  if (dialectName === null) return [];
  return [
    `Sentences use the contract's names (Token, BookingId, Search …). This server speaks the profile ${JSON.stringify(dialectName)}: addresses, parameters, fields of answers and samples have its names.`,
    '',
  ];
}

/** Returns one line for each statement. */
export const statementLines = (statements: Readonly<Record<string, string>>): string[] =>
  Object.entries(statements).map(([id, statement]) => `- ${id}: ${statement}`);
