import { withoutInvisible } from '../../format/invisible.ts'

/** Invisible characters that do nothing to a text; others join the parts of a letter or an emoji. */
const NEEDLESS = /\u00ad|\u200b|\u2060|\ufeff/g

/** Nearly all keywords are made of nothing but these, and a million of them are uploaded at a time. */
const PLAIN = /^[\x20-\x7e]*$/

const withSingleBlanks = (text: string) => text.trim().replace(/\s+/g, ' ')

/**
 * A keyword as people see it: no blanks around it, single blanks inside, each letter with its marks one sign where there
 * is one; nothing at all where nothing is to be seen.
 */
export function tidyKeyword(keyword: string): string {
  if (PLAIN.test(keyword)) return withSingleBlanks(keyword)
  const tidy = withSingleBlanks(keyword.replace(NEEDLESS, '').normalize('NFC'))
  return withoutInvisible(tidy).trim() === '' ? '' : tidy
}

/** What makes two keywords the same: what is to be seen of them, whatever its case and however it is put together. */
export function keywordIdentity(keyword: string): string {
  if (PLAIN.test(keyword)) return withSingleBlanks(keyword).toLowerCase()
  const seen = withoutInvisible(keyword)
  return withSingleBlanks(seen).toLowerCase().normalize('NFC')
}

/** A tag as it is kept: lower case, no blanks around it, single blanks inside; nothing where nothing is to be seen. */
export function tidyTag(tag: string): string {
  return tidyKeyword(tag).toLowerCase().normalize('NFC')
}

/** Tidied, and each once, whichever way it was typed; the first spelling stays. */
export function distinctKeywords(keywords: readonly string[]): string[] {
  const known = new Map<string, string>()
  for (const keyword of keywords) {
    const tidy = tidyKeyword(keyword)
    const identity = keywordIdentity(tidy)
    if (tidy !== '' && !known.has(identity)) known.set(identity, tidy)
  }
  return [...known.values()]
}

/** How long one side has held a keyword, and the other before it. */
export interface Run {
  isWon: boolean
  /** Days from the run's first day to its last, both included. */
  days: number
  /** The same of the other side's before it; null where it is not known to have held it. */
  before: number | null
  /** This side has held it in an earlier run. */
  isReturn: boolean
}

/** The latest run of a keyword's days as its row tells them, the newest first; null without any. */
export function runOf(history: string): Run | null {
  const side = history[0]
  if (side !== 'w' && side !== 'l') return null
  const other = side === 'w' ? 'l' : 'w'
  const isWon = side === 'w'
  const turn = history.indexOf(other)
  if (turn < 0) return { isWon, days: history.length, before: null, isReturn: false }
  const earlier = history.indexOf(side, turn)
  const end = earlier < 0 ? history.length : history.lastIndexOf(other, earlier) + 1
  return { isWon, days: history.lastIndexOf(side, turn) + 1, before: end - turn, isReturn: earlier >= 0 }
}
