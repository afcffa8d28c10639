import { readFile } from 'node:fs/promises';
import { CliError } from './cli-error.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, and a file is needed',
  EACCES: 'you may not read it',
};

/**
 * Reads a YAML (or JSON) file.
 *
 * @param path as the system takes it
 * @param source what names the file, for messages: `--config understudy.yaml`
 * @throws CliError with exit code 1 when it cannot be read, 64 when it is no YAML, naming the line
 */
export async function readYamlFile(path: string, source: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CliError([`${source}: cannot be read: ${reasons[error.code ?? ''] ?? error.message}`], 1);
  });
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  const document = yaml.parseDocument(text, { lineCounter });
  const refuse = (why: string) => new CliError([`${source}: no YAML: ${why}`]);
  yaml.visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document)) return;
      const { line, col } = lineCounter.linePos(alias.range?.[0] ?? 0);
      throw refuse(
        `"*${alias.source}" at line ${line}, column ${col} names nothing; a text that begins with "*" is put in quotes`,
      );
    },
  });
  // Further errors are mostly echoes of the first; its first line says what and where, the rest is a drawing of it.
  const [error] = document.errors;
  if (error) throw refuse(error.message.split('\n')[0]?.replace(/:$/, '') ?? '');
  try {
    return document.toJS();
  } catch (problem) {
    throw refuse(problem instanceof Error ? problem.message : String(problem));
  }
}
