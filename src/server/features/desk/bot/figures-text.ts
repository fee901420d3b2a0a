const FIGURE = /\p{N}(?:[\p{N}.,]*\p{N})?/gu
/** Words that stand for figures. */
const SPELT =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens?|hundreds?|thousands?|millions?|billions?|half|double|triple|twice)\b/gi
const ADDRESS = /[a-z][a-z\d+.-]*:\/\/|\bwww\.|\b(?:javascript|data|mailto):|\S@\S+\.\S/i

const figuresIn = (words: string): string[] => {
  const plain = words.normalize('NFKC')
  const digits = (plain.match(FIGURE) ?? []).map((figure) => figure.replaceAll(',', ''))
  return [...digits, ...(plain.match(SPELT) ?? []).map((word) => word.toLowerCase())]
}

/**
 * Whether every figure of an answer occurs in the looked-up results, and the answer contains no external
 * address.
 */
export function isBackedBy(words: string, results: readonly string[]): boolean {
  if (ADDRESS.test(words.normalize('NFKC'))) return false
  const known = new Set(results.flatMap(figuresIn))
  return figuresIn(words).every((figure) => known.has(figure))
}
