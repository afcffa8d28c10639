import { FileError, readYamlDocument } from '../load/index.ts';
import { CliError } from './cli-error.ts';

/**
 * Reads a YAML (or JSON) file.
 *
 * @param path as the system takes it
 * @param source what names the file, for messages: `--config understudy.yaml`
 * @throws CliError when it cannot be read, or is no YAML, naming the line
 */
export async function readYamlFile(path: string, source: string): Promise<unknown> {
  try {
    return (await readYamlDocument(path)).value;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    throw new CliError([`${source}: ${error.message}`]);
  }
}
