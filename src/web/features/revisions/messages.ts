import { ASIN_PATTERN } from '#shared/features/products/rules.ts'
import type { Take } from '#shared/features/revisions/rules.ts'
import { countedIn } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'Couldn’t load the post',
  begin: 'Couldn’t start an update',
  choose: 'Couldn’t save your choice',
} as const

export const UPDATE = 'Update'

/** The buttons by which somebody chooses whose words stay. */
export const TAKE_LABELS: Readonly<Record<Take, string>> = {
  post: 'Keep the post’s text',
  article: 'Use the revision’s text',
}

const LIST = new Intl.ListFormat('en-US')

/** Which parts have no change; a product is called by its ASIN, which says little among others. */
export function equalLabel(labels: readonly string[]): string {
  const parts = labels.filter((label) => !ASIN_PATTERN.test(label))
  const products = labels.length - parts.length
  return `Unchanged: ${LIST.format([...parts, ...(products === 0 ? [] : [countedIn(products, 'product')])])}`
}

export const undecidedLabel = (count: number) =>
  count === 1 ? '1 conflict to resolve first' : `${count} conflicts to resolve first`
