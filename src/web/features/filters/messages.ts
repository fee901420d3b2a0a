/** Where the choices of a filter come from, and the title that says that they could not be read. */
export const FAILURES = {
  people: 'Users could not be searched.',
  roles: 'Roles could not be searched.',
  sites: 'Could not search sites',
  siteCodes: 'Could not search sites',
  tags: 'Tags could not be searched.',
  statuses: 'Article status could not be searched.',
} as const
export type ChoiceSource = keyof typeof FAILURES
