import { dispatch } from './dispatch.ts';

/**
 * Runs the command line and sets the exit code: 0, 64 when it was called wrongly, 1 when something else went wrong.
 *
 * @param argv what stands behind the name of the command
 * @example await main(['serve', '--port', '0'])
 */
export async function main(argv: string[]): Promise<void> {
  // Who reads our output may stop before its end, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  process.exitCode = await dispatch(argv);
}
