/** The earliest and the latest start of virtual time, in ms since 1970. The tracer counts nanoseconds in 64 bits. */
const range = { from: Date.UTC(2002, 0, 1), to: Date.UTC(2200, 0, 1) };

/** The years in which virtual time can start, for messages. */
export const warpYears = 'from 2002 to 2199';

/** Whether virtual time can start at an instant. @example canStartAt(Date.UTC(1990, 0, 1)) // false */
export const canStartAt = (start: number): boolean => start >= range.from && start < range.to;
