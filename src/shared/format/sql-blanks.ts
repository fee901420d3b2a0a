import { INVISIBLE } from './invisible.ts'

/** Blanks that are none to PostgreSQL: hard and typographic spaces, line separators, and what shows nothing at all. */
const ODD_BLANKS = new RegExp(`[\\p{Zs}\\u2028\\u2029\\u0085]|${INVISIBLE.source}`, 'gu')

/** Texts, quoted names and comments, in which every character counts. */
const KEPT =
  /(?<![\w$])[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g

const asBlanks = (text: string) => text.replace(ODD_BLANKS, (found) => ' '.repeat(found.length))

/**
 * A statement whose blanks are all PostgreSQL's, as they often aren't in one that was copied from a page. Texts, quoted
 * names and comments stay, and every character keeps its place.
 */
export function withPlainBlanks(statement: string): string {
  let plain = ''
  let end = 0
  for (const { 0: kept, index } of statement.matchAll(KEPT)) {
    plain += asBlanks(statement.slice(end, index)) + kept
    end = index + kept.length
  }
  return plain + asBlanks(statement.slice(end))
}
