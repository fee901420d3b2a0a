import type { Take } from '#shared/features/revisions/rules.ts'

export const FAILURES = {
  read: 'The post could not be read',
  begin: 'Could not begin an update',
  choose: 'Could not keep the choice',
} as const

export const UPDATE = 'Update'

/** The buttons by which somebody chooses whose words stay. */
export const TAKE_LABELS: Readonly<Record<Take, string>> = {
  post: 'Keep the post’s',
  article: 'Take the revision’s',
}

/** Which parts have no change. */
export const equalLabel = (labels: readonly string[]) =>
  `Unchanged: ${new Intl.ListFormat('en-US').format(labels)}`

export const undecidedLabel = (count: number) =>
  count === 1 ? '1 place to decide first' : `${count} places to decide first`
