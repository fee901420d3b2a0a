import { mentionToken, replaceMentions } from '#shared/features/keywords/keyword-comments/rules.ts'
import { useForm, useFormState } from '#web/ui/form/use-form.ts'

interface Person {
  id: number
  name: string
}

/** All mentioned people, one entry per mention. */
function peopleIn(comment: string): Person[] {
  const people: Person[] = []
  replaceMentions(comment, (id, name) => {
    people.push({ id, name })
    return ''
  })
  return people
}

const asTyped = (comment: string) => replaceMentions(comment, (_id, name) => `@${name}`)

/**
 * Replaces names by tokens for the people picked from the list. If several people share a name, the last
 * picked get the last places: a person who was deleted before another was picked gets none.
 */
function withTokens(text: string, picked: readonly Person[]): string {
  const names = [...new Set(picked.map(({ name }) => name))]
  // Longer names first: a name can start with another one.
  names.sort((one, other) => other.length - one.length)
  return names.reduce((comment, name) => {
    const ids = picked.filter((person) => person.name === name).map(({ id }) => id)
    const parts = comment.split(`@${name}`)
    const missing = parts.length - 1 - ids.length
    return parts.reduce((before, part, index) => {
      const id = ids[Math.max(0, index - 1 - missing)]
      return before + (id === undefined ? `@${name}` : mentionToken(id, name)) + part
    })
  }, text)
}

/** The typed text shows names; the people picked from the list are kept beside it. */
export interface Mentioning {
  text: string
  picked: readonly Person[]
}

/** The state for a stored comment. */
export const mentioningOf = (comment: string): Mentioning => ({
  text: asTyped(comment),
  picked: peopleIn(comment),
})

/** The comment to send, with a token for each person picked from the list. */
export const commentOf = ({ text, picked }: Mentioning): string => withTokens(text, picked)

/** The state of a comment that is being written. */
export function useMentions(stashAs: string, start: string) {
  const form = useForm<Mentioning>({
    id: stashAs,
    stashAs,
    known: { values: mentioningOf(start) },
  })
  const { text, picked } = useFormState(form, ({ values }) => values)
  return {
    form,
    text,
    // An empty text mentions nobody.
    setText: (typed: string) =>
      form.update((values) => ({ text: typed, picked: typed === '' ? [] : values.picked })),
    /** Whether the text starts with the name of a person picked from the list. */
    isPicked: (typed: string) => picked.some(({ name }) => typed.startsWith(name)),
    pick: (person: Person) => form.update((values) => ({ ...values, picked: [...values.picked, person] })),
  }
}
