import { counted } from '#shared/format/count.ts'

/** Of no system are more accounts read than these. */
const MOST_ACCOUNTS = 10_000

interface PageRead<Item, Mark> {
  items: readonly Item[]
  /** Where the next page begins; undefined after the last one. */
  next: Mark | undefined
}

/** All pages of a list, and a note if it has more than are read. */
export async function everyPage<Item, Mark>(
  readPage: (from: Mark | undefined) => Promise<PageRead<Item, Mark>>,
): Promise<{ items: Item[]; cut: string | null }> {
  const items: Item[] = []
  for (let from: Mark | undefined; ; ) {
    const page = await readPage(from)
    items.push(...page.items)
    if (page.next === undefined) return { items, cut: null }
    if (items.length >= MOST_ACCOUNTS)
      return { items, cut: `Only the first ${counted(items.length)} accounts were read.` }
    from = page.next
  }
}

/** Pages that are counted from one, and that end with one that is not full. */
export const everyNumberedPage = <Item>(
  size: number,
  readPage: (page: number) => Promise<readonly Item[]>,
): Promise<{ items: Item[]; cut: string | null }> =>
  everyPage(async (from: number | undefined) => {
    const page = from ?? 1
    const items = await readPage(page)
    return { items, next: items.length < size ? undefined : page + 1 }
  })

/** What a list does not say, in one line. */
export const noteOf = (...sentences: readonly (string | null)[]): string | null =>
  sentences.filter((sentence) => sentence !== null).join(' ') || null
