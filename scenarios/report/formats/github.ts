import { type Format, isTable } from '../document.ts';
import { plain, showControls } from '../text.ts';

interface Annotation {
  readonly level: 'error' | 'warning';
  readonly title: string;
  readonly lines: readonly string[];
}

/** GitHub shows at most ten annotations of each level for a step, and silently drops the others. */
const maxAnnotations = 10;

/** Errors come before warnings. If there are more than ten, the last annotation names what was left out. */
export const github: Format = ({ parts }) => {
  const findings = parts.flatMap(part => (isTable(part) ? [] : part.findings));
  const all = findings.flatMap(({ level, title, short, lines }): Annotation[] =>
    level === 'note' ? [] : [{ level, title, lines: short ?? lines(plain) }],
  );
  const ordered = [...all.filter(isError), ...all.filter(one => !isError(one))];
  const shown = ordered.length > maxAnnotations ? ordered.slice(0, maxAnnotations - 1) : ordered;
  const rest = ordered.slice(shown.length);
  const last: Annotation = {
    level: rest.some(isError) ? 'error' : 'warning',
    title: `${rest.length} more`,
    lines: [...rest.map(({ title }) => title), 'The summary of the step and the log contain all of them.'],
  };
  return [...shown, ...(rest.length > 0 ? [last] : [])].map(one => `${command(one)}\n`).join('');
};

const isError = ({ level }: Annotation): boolean => level === 'error';

function command({ level, title, lines }: Annotation): string {
  const name = escapeText(title).replaceAll(',', '%2C').replaceAll(':', '%3A');
  return `::${level} title=${name}::${escapeText(lines.join('\n'))}`;
}

const escapeText = (text: string): string =>
  showControls(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
