import { type Profile, ProfileError, parseProfile } from '#contracts';
import { suggest } from '#contracts/util';
import { CliError } from './cli-error.ts';

export async function loadProfile(given: string | undefined): Promise<Profile | undefined> {
  return given === undefined ? undefined : readProfile(given, `--profile ${given}`);
}

export async function readProfile(given: string, source: string): Promise<Profile> {
  const { FileError, bundledProfileFile, placeIn, readYamlDocument } = await import('../catalogue/node.ts');
  const file = bundledProfileFile(given) ?? given;
  const { value, positionAt } = await readYamlDocument(file).catch(async error => {
    if (!(error instanceof FileError)) throw error;
    const wrongName = await unknownName(given, error.isUnreadable);
    throw new CliError([`${placeIn(source, error.position)}: ${wrongName ?? error.message}`]);
  });
  try {
    return parseProfile(value);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const found = error.problems.map(problem => ({ ...problem, position: positionAt(problem.path) }));
    throw new CliError(
      found
        .toSorted((a, b) => a.position.line - b.position.line || a.position.column - b.position.column)
        .map(({ path, message, position }) => {
          const place = path === '' ? '' : `${path}: `;
          return `${placeIn(source, position)}: ${place}${message}`;
        }),
    );
  }
}

/** Returns a message about a wrong name of a bundled profile; undefined if the text is the path of a file. */
async function unknownName(given: string, isUnreadable: boolean): Promise<string | undefined> {
  const { bundledProfileNames, isBareName } = await import('../catalogue/node.ts');
  if (!isUnreadable || !isBareName(given)) return undefined;
  const names = bundledProfileNames();
  const hint = suggest(given, names, `the bundled profiles are ${names.join(', ')}`);
  return `there is no bundled profile and no file with this name; for a file, give a path such as ./${given}.yaml; ${hint}`;
}
