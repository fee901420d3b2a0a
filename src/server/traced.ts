/**
 * Work that traces show as a span. What it says of itself never holds a person, an address, a text of a site, a keyword
 * or a query.
 */
export type TracedWork =
  | { seam: 'transaction' }
  /** `origin` is what `handOn` returned when the job was enqueued, at `since`. */
  | { seam: 'job'; job: string; origin: string | null; since: Date }
  | { seam: 'vendor'; system: string }
  | { seam: 'fetch' }
  | { seam: 'post' }

/** What came of the work, where no error says it. */
export interface TracedOutcome {
  outcome?: string
  status?: number
}

export type NoteOutcome = (outcome: TracedOutcome) => void

export interface Tracer {
  run<Result>(work: TracedWork, carryOut: (note: NoteOutcome) => Promise<Result>): Promise<Result>
  /** The running span as a `traceparent` header of W3C. */
  traceparent(): string | undefined
  /** The id of the running trace, if it is recorded. */
  traceId(): string | undefined
  /** What a job that is enqueued now needs to know of the running span. */
  handOn(): string | undefined
}

let tracer: Tracer | null = null

/** From now on, work is traced; returns a function that ends it. */
export function traceWith(chosen: Tracer): () => void {
  tracer = chosen
  return () => {
    if (tracer === chosen) tracer = null
  }
}

const noteNothing: NoteOutcome = () => {}

/** Carries out the work, within a span while traces are on. */
export const traced = <Result>(
  work: TracedWork,
  carryOut: (note: NoteOutcome) => Promise<Result>,
): Promise<Result> => (tracer === null ? carryOut(noteNothing) : tracer.run(work, carryOut))

export const runningTraceparent = (): string | undefined => tracer?.traceparent()

export const runningTraceId = (): string | undefined => tracer?.traceId()

export const handOnTrace = (): string | undefined => tracer?.handOn()
