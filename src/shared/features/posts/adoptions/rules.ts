/** What became of a post that was read; as its report says it. */
export const OUTCOME_LABELS = {
  added: 'Added',
  changed: 'Changed',
  known: 'Already known',
  ours: 'Written in Copydesk',
  gone: 'No longer published',
  refused: 'Refused',
} as const
export type AdoptedOutcome = keyof typeof OUTCOME_LABELS
export const OUTCOMES = Object.keys(OUTCOME_LABELS) as readonly AdoptedOutcome[] as readonly [
  AdoptedOutcome,
  ...AdoptedOutcome[],
]

/** Number of posts per outcome; outcomes without posts are left out. */
export type OutcomeCounts = Partial<Record<AdoptedOutcome, number>>
