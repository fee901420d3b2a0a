/** Which of a product's words a search names: what it is, or no more than who makes it. */
export type Relevance = 'product' | 'brand'

interface Named {
  asin: string
  name: string
  brand: string | null
  category: string | null
}

/** Words and numbers of a text, in lower case and order. */
export const searchWordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const startsOneOf =
  (words: readonly string[]) =>
  (typed: string): boolean =>
    words.some((word) => word.startsWith(typed))

/** Whether the words of a search name this word or its beginning. */
export const isMatched = (word: string, search: string): boolean =>
  searchWordsOf(search).some((typed) => word.toLowerCase().startsWith(typed))

/**
 * How the words of a search fit a product; null where they do not. Each must begin a word of the product, in any order;
 * an ASIN is found as it is. A brand's own words within the name say nothing of what the product is.
 */
export function relevanceOf({ asin, name, brand, category }: Named, search: string): Relevance | null {
  const typed = searchWordsOf(search)
  if (search.trim() === '' || search.trim().toUpperCase() === asin) return 'product'
  // Signs alone, such as “%”, name nothing.
  if (typed.length === 0) return null
  const makers = searchWordsOf(brand ?? '')
  const about = searchWordsOf(`${name} ${category ?? ''}`).filter((word) => !makers.includes(word))
  const isAbout = startsOneOf(about)
  if (typed.every((word) => isAbout(word) || (makers.includes(word) && typed.some(isAbout)))) return 'product'
  return typed.every(startsOneOf([...about, ...makers])) ? 'brand' : null
}

/** Edits between two words: letters inserted, removed, replaced or swapped with the next one. */
export function editsBetween(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let at = 1; at <= other.length; at++) {
      const cost = one[row - 1] === other[at - 1] ? 0 : 1
      const isSwap = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const swapped = isSwap ? (before[at - 2] ?? Number.POSITIVE_INFINITY) + 1 : Number.POSITIVE_INFINITY
      next[at] = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + cost, swapped)
    }
    ;[before, last] = [last, next]
  }
  return last[other.length] ?? 0
}

const LONG_WORD = 5
/** Edits that leave a word the same one. A short word with two edits is another word. */
export const mostEdits = (word: string) => (word.length < LONG_WORD ? 1 : 2)

/** A word with a digit names a model or a size: its nearest spelling is another one. */
const HAS_DIGIT = /\p{N}/u

/** The nearest of the words, or null; of equally near ones the most frequent, then the first in the alphabet. */
function nearestWord(typed: string, counts: ReadonlyMap<string, number>): string | null {
  const most = mostEdits(typed)
  const near = [...counts].flatMap(([word, count]) => {
    if (HAS_DIGIT.test(word) || Math.abs(word.length - typed.length) > most) return []
    const edits = editsBetween(typed, word)
    return edits <= most ? [{ word, count, edits }] : []
  })
  const [best] = near.sort(
    (one, other) => one.edits - other.edits || other.count - one.count || (one.word < other.word ? -1 : 1),
  )
  return best?.word ?? null
}

/** Each word is compared with all of the products'. */
const MOST_TRIED = 6

/**
 * The nearest spelling of a search that finds nothing, made only of the products' own words; null if there is
 * none that finds something.
 */
export function nearestSearch(search: string, products: readonly Named[]): string | null {
  const counts = new Map<string, number>()
  for (const { name, brand, category } of products)
    for (const word of searchWordsOf([name, brand, category].join(' ')))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const known = [...counts.keys()]
  const words: string[] = []
  let tried = 0
  for (const typed of searchWordsOf(search)) {
    const isKept = HAS_DIGIT.test(typed) || known.some((word) => word.startsWith(typed))
    if (!isKept) tried += 1
    const word = isKept ? typed : tried > MOST_TRIED ? null : nearestWord(typed, counts)
    if (word === null) return null
    words.push(word)
  }
  if (words.length === 0) return null
  const nearest = words.join(' ')
  return products.some((product) => relevanceOf(product, nearest) !== null) ? nearest : null
}
