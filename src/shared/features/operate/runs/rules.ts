/** From the most urgent one. */
export const RUN_STATES = ['failed', 'late', 'paused', 'stopped', 'running', 'on_time'] as const
export type RunState = (typeof RUN_STATES)[number]

export const RUN_ACTIONS = ['stop', 'resume', 'retry', 'start'] as const
export type RunAction = (typeof RUN_ACTIONS)[number]

export const RUN_GROUPS = ['attention', 'running', 'scheduled'] as const
export type RunGroup = (typeof RUN_GROUPS)[number]

const GROUP_OF: Readonly<Record<RunState, RunGroup>> = {
  failed: 'attention',
  late: 'attention',
  paused: 'attention',
  stopped: 'attention',
  running: 'running',
  on_time: 'scheduled',
}

/** The part of the list that shows runs of this state. */
export const groupOfRun = (state: RunState): RunGroup => GROUP_OF[state]

/** What the progress of runs counts, by their names. */
export const UNITS: Readonly<Record<string, string>> = {
  'adoptions.read-site': 'posts',
  'product-library.scan-stock': 'products',
  'keyword-changes.make': 'parts',
  'replacements.carry-out': 'places',
  'share-of-voice.collect-batch': 'keywords',
  'offboarding.close-next': 'accounts',
  'access-reviews.read-accounts': 'systems',
  'google-sheets.sync': 'rows',
}
