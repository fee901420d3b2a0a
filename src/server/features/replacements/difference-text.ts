import { plainText } from '../../plain-text.ts'

export interface Other {
  before: string
  after: string
}

/** More are not shown of one post: it names the product in every line. */
const MOST_SENTENCES = 100

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const sentencesOf = (line: string) => [...segmenter.segment(line)].map(({ segment }) => segment.trim())
const linesOf = (markup: string) => plainText(markup).split(/\n+/)

/** Differences between two lists of texts, pairwise; if their lengths differ, the complete lists. */
function pairsOf(before: readonly string[], after: readonly string[], joint: string): Other[] {
  if (before.length !== after.length) return [{ before: before.join(joint), after: after.join(joint) }]
  return before.flatMap((text, at) => {
    const now = after[at] ?? ''
    return text === now ? [] : [{ before: text, after: now }]
  })
}

/** Changed sentences between two markups, as readers would see them. */
export function otherSentences(before: string, after: string): Other[] {
  return pairsOf(linesOf(before), linesOf(after), '\n')
    .flatMap((line) => pairsOf(sentencesOf(line.before), sentencesOf(line.after), ' '))
    .slice(0, MOST_SENTENCES)
}

const ATTRIBUTE =
  /(?<![a-z0-9_-])([a-z][a-z0-9_-]*)"?\s*[=:]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"'\]<>,}]+))/gi
/** Markup with attributes: tags, block delimiters and shortcodes. */
const PIECE = /<!--(?:(?!<!--)[\s\S]){0,4000}?-->|<[a-z][^<>]{0,4000}>|\[[a-z][^\][\n]{0,2000}\]/gi

const attributesIn = (markup: string) =>
  [...markup.matchAll(PIECE)].flatMap(([piece]) =>
    [...piece.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]) => {
      const value = plainText((double ?? single ?? bare ?? '').replaceAll('<', '&lt;'))
      return `${key}: ${value}`
    }),
  )

/** The attributes of links, pictures, blocks and shortcodes that would be others, each once. */
export function otherAttributes(before: string, after: string): Other[] {
  const [old, now] = [attributesIn(before), attributesIn(after)]
  // A rewritten block may have a different number of attributes.
  const pairs = old.length === now.length ? pairsOf(old, now, '\n') : []
  const each = new Map(pairs.map((pair) => [`${pair.before}\n${pair.after}`, pair]))
  return [...each.values()].slice(0, MOST_SENTENCES)
}
