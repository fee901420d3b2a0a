/** What a spreadsheet would take for a formula, and what carries an apostrophe against that already. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Words as they may stand in a cell of a file that spreadsheets read. */
export const safeText = (words: string): string => (FORMULA.test(words) ? `'${words}` : words)
