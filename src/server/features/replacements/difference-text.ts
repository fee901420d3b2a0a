import { plainText } from '../../plain-text.ts'

export interface OtherSentence {
  before: string
  after: string
}

/** More are not shown of one post: it names the product in every line. */
const MOST_SENTENCES = 100

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const sentencesOf = (line: string) => [...segmenter.segment(line)].map(({ segment }) => segment.trim())
const linesOf = (markup: string) => plainText(markup).split(/\n+/)

/** What differs of two lists of texts that say the same otherwise; where they are not of one length, all of both. */
function pairsOf(before: readonly string[], after: readonly string[], joint: string): OtherSentence[] {
  if (before.length !== after.length) return [{ before: before.join(joint), after: after.join(joint) }]
  return before.flatMap((text, at) => {
    const now = after[at] ?? ''
    return text === now ? [] : [{ before: text, after: now }]
  })
}

/** The sentences that readers would find otherwise where one markup takes the place of another. */
export function otherSentences(before: string, after: string): OtherSentence[] {
  return pairsOf(linesOf(before), linesOf(after), '\n')
    .flatMap((line) => pairsOf(sentencesOf(line.before), sentencesOf(line.after), ' '))
    .slice(0, MOST_SENTENCES)
}
