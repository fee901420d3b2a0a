import { PICTURE_PLACE, type Take } from '#shared/features/articles/revisions/rules.ts'
import { ASIN_PATTERN } from '#shared/features/products/products/rules.ts'
import { countedIn } from '#shared/format/count.ts'

export const FAILURES = {
  read: 'Couldn’t load the post',
  begin: 'Couldn’t start an update',
  choose: 'Couldn’t save your choice',
} as const

export const UPDATE = 'Update'

/** The kind of content of a place. */
export const contentOf = (key: string) => (key === PICTURE_PLACE ? 'picture' : 'text')
/** Labels of the buttons that choose one of the two versions. */
export const takeLabel = (take: Take, key: string): string =>
  `${take === 'post' ? 'Keep the post’s' : 'Use the revision’s'} ${contentOf(key)}`

const LIST = new Intl.ListFormat('en-US')

/** The unchanged parts; a product is named by its ASIN, which is of little use among other labels. */
export function equalLabel(labels: readonly string[]): string {
  const parts = labels.filter((label) => !ASIN_PATTERN.test(label))
  const products = labels.length - parts.length
  return `Unchanged: ${LIST.format([...parts, ...(products === 0 ? [] : [countedIn(products, 'product')])])}`
}

export const undecidedLabel = (count: number) =>
  count === 1 ? '1 conflict to resolve first' : `${count} conflicts to resolve first`
