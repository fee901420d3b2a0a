/** The text as LIKE takes it literally: a percent sign, an underscore and a backslash stand for themselves. */
export const asLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
