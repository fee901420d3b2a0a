import { markupIn } from '../../../markup/markup-pieces.ts'
import { plainText, sentencesOf } from '../../../markup/plain-text.ts'

export interface Other {
  before: string
  after: string
}

/** More are not shown of one post: it names the product in every line. */
const MOST_SENTENCES = 100

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

const attributesIn = (markup: string) =>
  markupIn(markup).flatMap((piece) =>
    [...piece.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]) => {
      const value = plainText((double ?? single ?? bare ?? '').replaceAll('<', '&lt;'))
      return `${key}: ${value}`
    }),
  )

/** The texts of a list that another one lacks, each as often as it lacks it. */
function lackedBy(others: readonly string[], texts: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0
    counts.set(text, count - 1)
    return count <= 0
  })
}

const keyOf = (attribute: string) => attribute.slice(0, attribute.indexOf(': '))

/** The attributes of links, pictures, blocks and shortcodes that change, go or come, each once. */
export function otherAttributes(before: string, after: string): Other[] {
  const [old, now] = [attributesIn(before), attributesIn(after)]
  const added = Map.groupBy(lackedBy(old, now), keyOf)
  const pairs = lackedBy(now, old).map((text) => ({
    before: text,
    after: added.get(keyOf(text))?.shift() ?? '',
  }))
  const rest = [...added.values()].flat().map((text) => ({ before: '', after: text }))
  const each = new Map([...pairs, ...rest].map((pair) => [`${pair.before}\n${pair.after}`, pair]))
  return [...each.values()].slice(0, MOST_SENTENCES)
}
