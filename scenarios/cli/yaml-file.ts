import { FileError } from '../load/file-error.ts';
import { readYamlDocument } from '../load/yaml-document.ts';
import { CliError, usageExit } from './cli-error.ts';

/**
 * Reads a YAML (or JSON) file.
 *
 * @param path as the system takes it
 * @param source what names the file, for messages: `--config understudy.yaml`
 * @throws CliError with exit code 1 when it cannot be read, 64 when it is no YAML, naming the line
 */
export async function readYamlFile(path: string, source: string): Promise<unknown> {
  try {
    return (await readYamlDocument(path)).value;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CliError([`${source}: ${error.message}`], error.isUnreadable ? 1 : usageExit);
  }
}
