/** `@[Dana Okafor](user:7)`: the name as it was shown when it was picked, and whose it is. */
const TOKEN = /@\[([^\][]{1,200})\]\(user:(\d{1,10})\)/g

/** The only markup that a comment may have; everything else that looks like some is text. */
export const SPAN = /<span(?:\s[^<>]*)?>|<\/span\s*>/gi

/** How long a comment is to its readers: a mention counts as the name it shows, and markup does not. */
export function visibleLength(comment: string): number {
  return [...comment.replace(SPAN, '').replace(TOKEN, '@$1')].length
}

/** The numbers of those who are mentioned, each once, in order. */
export function mentionedIds(comment: string): number[] {
  return [...new Set([...comment.matchAll(TOKEN)].map(([, , id]) => Number(id)))]
}

/** The text with every token turned by `name`, which gets the number and the name that was picked. */
export function replaceMentions(comment: string, name: (id: number, picked: string) => string): string {
  return comment.replace(TOKEN, (_token, picked: string, id: string) => name(Number(id), picked))
}

/** Only the author changes or deletes a comment. */
export const isAuthor = (comment: { user_id: number }, userId: number): boolean => comment.user_id === userId

/** The token of a person, as it is stored. Brackets would end it. */
export function mentionToken(id: number, name: string): string {
  return `@[${name.replace(/[\][]/g, '')}](user:${id})`
}
