/**
 * Thrown by a job that may not go on now, through no fault of its own: it comes back after this time, and none of its
 * tries is used.
 */
export class RetryLater extends Error {
  readonly afterSeconds: number

  constructor(afterSeconds: number, options?: ErrorOptions) {
    super(`Postponed for ${afterSeconds} s`, options)
    this.name = 'Postponed'
    this.afterSeconds = afterSeconds
  }
}

/** Thrown by a job that no further try can mend: it has failed, and stays to be seen. */
export class PermanentJobFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'GivenUp'
  }
}
