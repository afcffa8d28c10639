/** A text for people and models, and data with the same content for programs. */
export interface ToolPage {
  readonly text: string;
  readonly data: object;
}

export const lines = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('\n');

export function namesNote(dialectName: string | null): string[] {
  if (dialectName === null) return [];
  return [
    `The sentences use the names of the contract (Token, BookingId, Search …). This server uses the profile ${JSON.stringify(dialectName)}: addresses, parameters, answer fields and samples have the names of the profile.`,
    '',
  ];
}

export const statementLines = (statements: Readonly<Record<string, string>>): string[] =>
  Object.entries(statements).map(([id, statement]) => `- ${id}: ${statement}`);
