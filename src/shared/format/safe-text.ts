/** What a spreadsheet would take for a formula, and what carries an apostrophe against that already. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Text safe for a spreadsheet cell. */
export const safeText = (words: string): string => (FORMULA.test(words) ? `'${words}` : words)
