import { type Profile, ProfileError, parseProfile } from '#contracts';
import { CliError } from './cli-error.ts';
import { readYamlFile } from './config-file.ts';

/**
 * Reads the profile that an option names, if it does.
 *
 * @throws CliError with one line for each thing that is wrong with it
 */
export async function loadProfile(path: string | undefined): Promise<Profile | undefined> {
  if (path === undefined) return undefined;
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
