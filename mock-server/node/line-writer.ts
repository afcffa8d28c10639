import { hostMachine } from '../clock/index.ts';

/**
 * Creates a function that prints a line on stdout. A turn of the event loop writes all its lines at once, because a write costs more
 * than many an answer.
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
    if (lines === '') hostMachine.afterMacrotask(flush);
    lines += `${line}\n`;
  };
}
