/** The data with which the worker starts. */
export interface WorkerStart {
  readonly folder: string;
  readonly where: string;
  /** Whether a missing store is an error. By default, the store is created. */
  readonly mustExist: boolean;
  /** The mark of the opening that this thread continues, after an earlier thread of this process has ended. Absent in the first thread. */
  readonly continues?: string;
}
