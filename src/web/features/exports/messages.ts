/** What an export is called while it is on its way. */
export const STATUS_WORDS = {
  IDLE: 'Preparing the export …',
  IN_PROGRESS: 'Exporting …',
  FINISHED: 'The file is ready.',
} as const

export const EXPORT_FAILED = 'The export failed.'
export const START = 'Start'
