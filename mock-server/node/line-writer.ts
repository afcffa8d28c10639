import { hostMachine } from '../clock/index.ts';

/** In milliseconds. A person does not notice it. */
const writeEvery = 10;

/**
 * Creates a function that prints a line on stdout. The lines of some milliseconds are written at once, because a write costs more than
 * many an answer.
 *
 * @example const print = createLineWriter(); print('GET /API/REST/Hotel.svc/Search 200');
 */
export function createLineWriter(): (line: string) => void {
  let lines = '';
  const flush = () => {
    if (lines !== '') process.stdout.write(lines);
    lines = '';
  };
  process.once('exit', flush);
  return line => {
    if (lines === '') hostMachine.timer(writeEvery, flush, true);
    lines += `${line}\n`;
  };
}
