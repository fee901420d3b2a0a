/** What a new workspace is set up with, in this order. Only the site is required. */
export const FIRST_STEPS = ['site', 'posts', 'keywords', 'people', 'systems'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** The systems outside that matter most, as the health check names them. */
export const FIRST_SYSTEMS = [
  'Mail',
  'Products',
  'Searches',
  'Share of voice',
  'Keyword market',
  'Tasks',
] as const
export type FirstSystem = (typeof FIRST_SYSTEMS)[number]

export const STEP_STATES = ['done', 'skipped', 'open', 'blocked', 'running', 'failed'] as const
export type StepState = (typeof STEP_STATES)[number]

/** Nothing of the step is left to do. */
export const isStepSettled = (state: StepState): boolean => state === 'done' || state === 'skipped'
