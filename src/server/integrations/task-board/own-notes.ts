const BEGIN = '— From Copydesk —'
const END = '— People’s own notes go above or below —'

/** Lines of our own for a task's notes, which `renewNotes` finds again. */
export const ownNotes = (text: string): string => [BEGIN, text, END].join('\n')

/** The notes with our part of them renewed and everything that people wrote around it kept. */
export function renewNotes(notes: string, own: string): string {
  const begin = notes.indexOf(BEGIN)
  const end = notes.indexOf(END, begin)
  if (begin === -1 || end === -1) return notes.trim() === '' ? own : `${notes.trimEnd()}\n\n${own}`
  return notes.slice(0, begin) + own + notes.slice(end + END.length)
}
