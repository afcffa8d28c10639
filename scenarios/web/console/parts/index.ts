export { CallLog } from './call-log.tsx';
export { Confirm, Dialog } from './dialog.tsx';
export { download } from './download.ts';
export { dateAndTime, timeOfDay } from './format.ts';
export { attempt, explain, Notices, notify } from './notices.tsx';
export { TokenForm } from './token-form.tsx';
