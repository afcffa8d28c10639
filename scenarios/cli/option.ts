import { notEmpty } from './values.ts';

/** One option. Its flag and its environment variable follow from its key. */
export interface Option<T> {
  /** How it is written in a config file; `none` for what belongs on a command line only. */
  readonly config: 'number' | 'text' | 'none';
  /** What stands for the value in the help; absent for a flag without one. */
  readonly hint?: string;
  readonly default: T;
  /** The default as the help shows it, where it is not the value itself. */
  readonly shownDefault?: string;
  readonly description: string;
  /** Its flag and variable, where they are not named after its key: other commands have an option of that name. */
  readonly flag?: string;
  /** In a config file it is taken from the folder that the file lies in. */
  readonly isPath?: true;
  /** Its value shows in no message. */
  readonly isSecret?: true;
  /** It is taken from its environment variable alone: others can read a command line. */
  readonly isVariableOnly?: true;
  /**
   * It may come several times, and in a config file as a list and with maps in it: `read` makes a list of each, and they
   * are put together.
   */
  readonly several?: true;
  /** Turns what was given, under the name it was given, into the value. Throws a ValueError that says what was expected. */
  read(given: string, source: string): T;
}

/** Keeps the type of its value. */
export const option = <T>(described: Option<T>): Option<T> => described;
/** An option that is a text, and may be left out. */
export const optional = (described: Omit<Option<string | undefined>, 'default' | 'read'>) =>
  option<string | undefined>({ ...described, default: undefined, read: notEmpty });
