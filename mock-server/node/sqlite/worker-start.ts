/** The data with which the worker starts. */
export interface WorkerStart {
  readonly folder: string;
  readonly where: string;
  /** Whether a missing store is an error. By default, the store is created. */
  readonly mustExist: boolean;
  /** Whether this process has opened the store before, so that no crash of a process ended the last connection. */
  readonly isContinued: boolean;
}
