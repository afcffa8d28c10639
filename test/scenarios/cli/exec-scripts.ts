import { runProcess } from './run-command.ts';

/** Returns the command that runs some JavaScript. */
export const node = (script: string): string[] => [process.execPath, '--input-type=module', '--eval', script];
export const exec = (options: string[], command: string[], env = {}) =>
  runProcess(['exec', ...options, '--', ...command], env);

/** A Search for scripts without a client: `await search(base, credential)` returns the status. */
export const search = `const search = async (base, Credential = { Username: 'demo', Password: 'demo' }, headers = {}) => {
  const Criteria = { DestinationId: '1001', CheckinDate: '2099-01-10', NumNights: 2, SearchRooms: [{ NumAdults: 2 }], Nationality: 'BR' };
  const answer = await fetch(base + '/API/REST/Hotel.svc/Search', { method: 'POST', headers, body: JSON.stringify({ Credential, Criteria }) })
    .catch(() => ({ status: 'none' }));
  return answer.status;
};
const { UNDERSTUDY_BASE_URL: base, UNDERSTUDY_CONTROL_URL: control } = process.env;`;
