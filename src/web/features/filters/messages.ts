/** The sources of filter choices, with the titles of a failed load. */
export const FAILURES = {
  people: 'Users could not be searched.',
  roles: 'Roles could not be searched.',
  sites: 'Could not search sites',
  siteCodes: 'Could not search sites',
  tags: 'Tags could not be searched.',
  statuses: 'Article status could not be searched.',
} as const
export type ChoiceSource = keyof typeof FAILURES
