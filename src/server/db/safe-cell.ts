import { type SQL, sql } from 'drizzle-orm'

/**
 * A text as a cell of a file that spreadsheets open: what they would take for a formula begins with an apostrophe,
 * which an import takes away again. So does what has such an apostrophe already, or it would come back without it.
 * Numbers are left alone.
 */
export const safeCell = (text: SQL): SQL =>
  sql`case when ${text} ~ '^''*[=+\\-@\\t\\r\\n＝＋－＠]' and ${text} !~ '^[+-]?[0-9]+([.][0-9]+)?$' then '''' || ${text} else ${text} end`
