const BYTE_ORDER_MARK = '\ufeff'

/** A file to begin with, as spreadsheets read and write it: our headings, and two lines with what they may say. */
export function templateOf(siteCode: string | undefined): string {
  const site = siteCode ?? ''
  const lines = [
    'keyword,tags,sites,tracked',
    `best espresso machine,"coffee, kitchen",${site},yes`,
    `quiet hair dryer,travel,${site},no`,
  ]
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}

/** Texts in one list cell; a text that contains a separator is quoted. */
export const listCell = (texts: readonly string[]): string =>
  texts.map((text) => (/[,;|]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(', ')
