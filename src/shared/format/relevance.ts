/** Which of a product's words a search names: what it is, or no more than who makes it. */
export type Relevance = 'product' | 'brand'

interface Named {
  asin: string
  name: string
  brand: string | null
  category: string | null
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const startsOneOf =
  (words: readonly string[]) =>
  (typed: string): boolean =>
    words.some((word) => word.startsWith(typed))

/** Whether the words of a search name this word or its beginning. */
export const isMatched = (word: string, search: string): boolean =>
  wordsOf(search).some((typed) => word.toLowerCase().startsWith(typed))

/**
 * How the words of a search fit a product; null where they do not. Each must begin a word of the product, in any order;
 * an ASIN is found as it is. A brand's own words within the name say nothing of what the product is.
 */
export function relevanceOf({ asin, name, brand, category }: Named, search: string): Relevance | null {
  const typed = wordsOf(search)
  if (typed.length === 0 || search.trim().toUpperCase() === asin) return 'product'
  const makers = wordsOf(brand ?? '')
  const about = wordsOf(`${name} ${category ?? ''}`).filter((word) => !makers.includes(word))
  const isAbout = startsOneOf(about)
  if (typed.every((word) => isAbout(word) || (makers.includes(word) && typed.some(isAbout)))) return 'product'
  return typed.every(startsOneOf([...about, ...makers])) ? 'brand' : null
}
