import { scan, SqlError } from 'libpg-query'
import { INVISIBLE } from '#shared/format/invisible.ts'

/** Blanks that are none to PostgreSQL: hard and typographic spaces, line separators, and what shows nothing at all. */
const ODD_BLANKS = new RegExp(`[\\p{Zs}\\u2028\\u2029\\u0085]|${INVISIBLE.source}`, 'gu')

const asBlanks = (text: string) => text.replace(ODD_BLANKS, (found) => ' '.repeat(found.length))

/** A name without quotation marks; blanks from elsewhere count as its letters. */
const isBareName = ({ tokenName, text }: { tokenName: string; text: string }) =>
  tokenName === 'IDENT' && !text.startsWith('"') && !/^u&"/i.test(text)

/**
 * A statement whose blanks are all PostgreSQL's, as they often aren't in one that was copied from a page. Texts, quoted
 * names and comments stay, and every character keeps its place. A statement that can't be scanned stays as it is.
 */
export async function withPlainBlanks(statement: string): Promise<string> {
  if (asBlanks(statement) === statement) return statement
  try {
    const bytes = Buffer.from(statement)
    const { tokens } = await scan(statement)
    let plain = ''
    let end = 0
    for (const token of tokens.filter(isBareName)) {
      plain += bytes.subarray(end, token.start).toString() + asBlanks(token.text)
      end = token.end
    }
    return plain + bytes.subarray(end).toString()
  } catch (error) {
    if (!(error instanceof SqlError)) throw error
    return statement
  }
}
