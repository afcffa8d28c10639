import { Slice } from './slices.ts';

/** A step of a clock with at most this number of events never waits for another turn of the event loop. */
const minEvents = 200;

/** The work of a step. The work must ask `mustWait` after each event, and yield when the answer is true. */
type StepWork<Result> = (mustWait: () => boolean) => Generator<void, Result>;

interface LongStepParts {
  /** Called when a step needs more than one slice. Returns the function that is called at the end of the step. */
  hold(): () => void;
  /** Called between two slices. The next slice waits for the promise. */
  betweenSlices?: (() => Promise<void> | undefined) | undefined;
}

/** A step that needs more than one slice. */
interface Pending {
  /** Resolves when the step has ended, also by an error. */
  readonly ended: Promise<void>;
  runSlice(): void;
  /** Runs the rest of the step at once. */
  finish(): void;
  /** Ends the step where it is. Its promise rejects with the error that `explain` returns. */
  interrupt(explain: () => Error): void;
}

/** Runs the steps of one clock. A short step ends at once, and a long step runs in slices. */
export class LongSteps {
  readonly #parts: LongStepParts;
  #pending: Pending | undefined;
  #later: (() => void)[] = [];

  constructor(parts: LongStepParts) {
    this.#parts = parts;
  }

  /** Resolves when the pending step has ended; undefined if no step is pending. */
  get ended(): Promise<void> | undefined {
    return this.#pending?.ended;
  }

  /** Ends the pending step, because the caller must see the clock after the step. */
  finish(): void {
    this.#pending?.finish();
  }

  /** Ends the pending step where it is. */
  interrupt(explain: () => Error): void {
    this.#pending?.interrupt(explain);
  }

  /** Calls a function when no step is pending: now, or at the end of the pending step. */
  afterStep(fn: () => void): void {
    if (this.#pending) this.#later.push(fn);
    else fn();
  }

  /** Runs a step. No other step may be pending. Returns the result of a short step at once. */
  run<Result>(work: StepWork<Result>): Result | Promise<Result> {
    const slice = new Slice();
    let events = 0;
    const step = new LongStep(() => {
      events += 1;
      return events > minEvents && slice.isOver;
    }, work);
    const first = step.next();
    if (first.done) return first.value;
    const release = this.#parts.hold();
    step.onEnd = settle => {
      this.#pending = undefined;
      settle();
      release();
      for (const fn of this.#later.splice(0)) fn();
    };
    this.#pending = step;
    void this.#runSlices(step, slice);
    return step.result;
  }

  async #runSlices(step: Pending, slice: Slice): Promise<void> {
    const { betweenSlices } = this.#parts;
    while (this.#pending === step) {
      await betweenSlices?.()?.catch(() => {}); // after a failed write, the sandbox is closed, and the step is interrupted
      await slice.next();
      if (this.#pending === step) step.runSlice();
    }
  }
}

/** One step that runs in slices. */
class LongStep<Result> implements Pending {
  readonly result: Promise<Result>;
  readonly ended: Promise<void>;
  /** Must call `settle`, so that the promises of the step settle. */
  onEnd = (settle: () => void): void => settle();
  readonly #work: Generator<void, Result>;
  readonly #end: PromiseWithResolvers<Result>;
  #isInSlice = false;
  #isHurried = false;
  #interruption: (() => Error) | undefined;

  constructor(isSliceOver: () => boolean, work: StepWork<Result>) {
    this.#work = work(() => this.#interruption !== undefined || (!this.#isHurried && isSliceOver()));
    this.#end = Promise.withResolvers();
    this.result = this.#end.promise;
    this.ended = this.result.then(ignore, ignore);
  }

  next(): IteratorResult<void, Result> {
    this.#isInSlice = true;
    try {
      return this.#work.next();
    } finally {
      this.#isInSlice = false;
    }
  }

  runSlice(): void {
    try {
      const { done, value } = this.next();
      if (done) this.onEnd(() => this.#end.resolve(value));
      else if (this.#interruption) this.interrupt(this.#interruption);
    } catch (error) {
      this.onEnd(() => this.#end.reject(error));
    }
  }

  finish(): void {
    if (this.#isInSlice) return; // the caller is an event or a sleeper of this step
    this.#isHurried = true;
    this.runSlice();
  }

  interrupt(explain: () => Error): void {
    this.#interruption = explain;
    if (this.#isInSlice) return; // the step ends after the present event
    this.#work.return(undefined as never);
    this.onEnd(() => this.#end.reject(explain()));
  }
}

const ignore = (): void => {};
