import { type Profile, ProfileError, parseProfile } from '#contracts';
import { CliError } from './cli-error.ts';

/**
 * Reads a profile; returns undefined if no path is given.
 *
 * @throws CliError with a line for each problem
 */
export async function loadProfile(path: string | undefined): Promise<Profile | undefined> {
  if (path === undefined) return undefined;
  const { readYamlFile } = await import('./config-file.ts');
  const content = await readYamlFile(path, `--profile ${path}`);
  try {
    return parseProfile(content);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new CliError(
      error.problems.map(problem => {
        const place = problem.path === '' ? '' : `${problem.path}: `;
        return `--profile ${path}: ${place}${problem.message}`;
      }),
    );
  }
}
