import { withoutInvisible } from '../../../format/invisible.ts'

/** Invisible characters that do nothing to a text; others join the parts of a letter or an emoji. */
const NEEDLESS = /\u00ad|\u200b|\u2060|\ufeff/g

/** Nearly all keywords are made of nothing but these, and a million of them are uploaded at a time. */
const PLAIN = /^[\x20-\x7e]*$/

const withSingleBlanks = (text: string) => text.trim().replace(/\s+/g, ' ')

/** Display form of a keyword: trimmed, single blanks, composed letters (NFC); empty if nothing is visible. */
export function tidyKeyword(keyword: string): string {
  if (PLAIN.test(keyword)) return withSingleBlanks(keyword)
  const tidy = withSingleBlanks(keyword.replace(NEEDLESS, '').normalize('NFC'))
  return withoutInvisible(tidy).trim() === '' ? '' : tidy
}

/**
 * Two keywords with the same identity are equal: it ignores case, invisible characters and Unicode
 * composition.
 */
export function keywordIdentity(keyword: string): string {
  if (PLAIN.test(keyword)) return withSingleBlanks(keyword).toLowerCase()
  const seen = withoutInvisible(keyword)
  return withSingleBlanks(seen).toLowerCase().normalize('NFC')
}

/** Stored form of a tag: lower case, trimmed, single blanks; empty if nothing is visible. */
export function tidyTag(tag: string): string {
  return tidyKeyword(tag).toLowerCase().normalize('NFC')
}

/** Tidied and unique by identity; the first spelling stays. */
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
  /** Length of the other side's run before it; null if unknown. */
  before: number | null
  /** This side has held it in an earlier run. */
  isReturn: boolean
}

/** The latest run of days with the same holder, from a keyword's history, newest first; null without data. */
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
