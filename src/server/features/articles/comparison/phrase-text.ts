/** Longest search in words. */
const LONGEST = 6
/** A longer title is read to here. */
const MOST_TITLE_WORDS = 12
const MOST_HEADINGS = 120
const MOST_HEADING_WORDS = 30
const MOST_PHRASES = 10_000

const splitWords = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []

/** All subsequences of words, because a title contains more words than a search. */
function choices(words: readonly string[]): string[][] {
  let found: string[][] = [[]]
  for (const word of words) {
    found = [...found, ...found.filter(({ length }) => length < LONGEST).map((kept) => [...kept, word])]
  }
  return found.filter(({ length }) => length > 0)
}

/** Every run of words. */
function runs(words: readonly string[]): string[][] {
  return words.flatMap((_, start) =>
    Array.from({ length: Math.min(LONGEST, words.length - start) }, (_each, more) =>
      words.slice(start, start + more + 1),
    ),
  )
}

/**
 * The phrase, and the same with its last word in singular or plural: titles use the plural where users search
 * the singular.
 */
function inBothNumbers(words: readonly string[]): string[] {
  const phrase = words.join(' ')
  if (/[^s]s$/.test(phrase)) return [phrase, phrase.slice(0, -1)]
  return /\p{L}$/u.test(phrase) ? [phrase, `${phrase}s`] : [phrase]
}

/** The keywords that a title and headings could be about, as their identities. */
export function storyPhrases(title: string, headings: readonly string[]): string[] {
  const found = new Set<string>()
  const take = (phrases: readonly string[][]) => {
    for (const words of phrases) {
      for (const phrase of inBothNumbers(words)) if (found.size < MOST_PHRASES) found.add(phrase)
    }
  }
  const words = splitWords(title)
  take(choices(words.slice(0, MOST_TITLE_WORDS)))
  take(runs(words.slice(MOST_TITLE_WORDS, MOST_HEADING_WORDS)))
  for (const heading of headings.slice(0, MOST_HEADINGS))
    take(runs(splitWords(heading).slice(0, MOST_HEADING_WORDS)))
  return [...found]
}
