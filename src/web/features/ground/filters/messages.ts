/** The sources of filter choices, with the titles of a failed load. */
export const FAILURES = {
  people: 'Users could not be searched.',
  roles: 'Roles could not be searched.',
  sites: 'Could not search sites',
  siteCodes: 'Could not search sites',
  tags: 'Tags could not be searched.',
  statuses: 'Article status could not be searched.',
  taskStatuses: 'Couldn’t load the task statuses.',
  taskPriorities: 'Couldn’t load the task priorities.',
} as const
export type ChoiceSource = keyof typeof FAILURES

/** The choices for posts without a task, and without a priority. */
export const NO_STATUS = 'No status'
export const NO_PRIORITY = 'No priority'
