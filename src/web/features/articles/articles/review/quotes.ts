import { Reason } from '#shared/features/articles/articles/form.ts'

/** A line of a reason that names a field of the article, with the text after it. */
export const QUOTE = /^(Title|Intro|Product \d+|Product|Products|Questions|Notes):\s*(.*)$/

export const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

/** A quote line that has no comment after it. */
const isIdleQuote = (line: string) => QUOTE.exec(line.trim())?.[2] === ''

export const withoutIdleQuotes = (reason: string): string =>
  reason
    .split('\n')
    .filter((line) => !isIdleQuote(line))
    .join('\n')

/** A line that only names a field gives no reason, so it does not count as one. */
export const SaidReason = Reason.refine(({ reason }) => !linesOf(reason).every(isIdleQuote), {
  path: ['reason'],
  message: 'Missing reason',
})
