/**
 * The maximum number of rows in a message between the threads, and in a transaction that adds or deletes the rows of a large sandbox.
 * Copying a message blocks the thread that serves calls, and a transaction delays other changes.
 */
export const rowsPerPart = 500;
