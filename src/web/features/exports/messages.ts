/** What an export is called while it is on its way. */
export const STATUS_WORDS = {
  IDLE: 'Preparing the export …',
  IN_PROGRESS: 'Exporting …',
  FINISHED: 'The file is ready.',
  FAILED: 'The export failed.',
} as const

export const EXPORT_FAILED = STATUS_WORDS.FAILED
export const START = 'Start'
export const START_ANEW = 'Start anew'
export const TOO_LONG = 'It is still being made after ten minutes, and is not asked for any more.'
