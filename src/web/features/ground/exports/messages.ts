/** The state of an export in progress. */
export const STATUS_WORDS = {
  IDLE: 'Preparing the export …',
  IN_PROGRESS: 'Exporting …',
  FINISHED: 'The file is ready.',
  FAILED: 'The export failed.',
} as const

export const EXPORT_FAILED = STATUS_WORDS.FAILED
export const START = 'Start'
export const START_ANEW = 'Start again'
export const TOO_LONG = 'It isn’t ready after ten minutes, so we’ve stopped checking.'
