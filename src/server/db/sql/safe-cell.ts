import { type SQL, sql } from 'drizzle-orm'

/**
 * A text as a cell of a file that spreadsheets open: what they would take for a formula begins with an apostrophe,
 * which an import removes. Text that already starts with such an apostrophe gets another one, or it would lose its own.
 * Numbers are left alone.
 */
export const safeCell = (text: SQL): SQL =>
  sql`case when ${text} ~ '^''*[=+\\-@\\t\\r\\n＝＋－＠]' and ${text} !~ '^[+-]?[0-9]+([.][0-9]+)?$' then '''' || ${text} else ${text} end`
