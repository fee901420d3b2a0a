import type { RequestedEdits } from '#shared/features/articles/replacements/contract.ts'

/** Longest text in an article's notes; the rest is left out. */
const LONGEST = 12_000

const UNREAD = 'We couldn’t prepare the sentences for this post. Look for the old product in it.'

const nameOf = ({ asin, name }: RequestedEdits['from']) => (name === '' ? asin : `${name} (${asin})`)
const lineOf = ({ before, after }: { before: string; after: string }) =>
  after === '' ? `- Remove: “${before}”` : `- “${before}”\n  → “${after}”`

/** The requested edits as an article's notes: they stay when the replacement is deleted. */
export function editNotes({
  from,
  to,
  link,
  sentences,
  open,
  stays,
  is_read: isRead,
}: RequestedEdits): string {
  const lines = [
    `Replace ${nameOf(from)} with ${nameOf(to)}.`,
    `Link: ${link}`,
    ...(sentences.length > 0 ? ['Sentences:', ...sentences.map(lineOf)] : []),
    ...(open.length > 0
      ? ['Rewrite these; they’re still about the old product:', ...open.map((words) => `- ${words}`)]
      : []),
    ...(stays.length > 0 ? ['These stay:', ...stays.map((words) => `- ${words}`)] : []),
    ...(isRead ? [] : [UNREAD]),
  ]
  let text = ''
  for (const line of lines) {
    if (text.length + line.length > LONGEST) return `${text}…`
    text += `${text === '' ? '' : '\n'}${line}`
  }
  return text
}
