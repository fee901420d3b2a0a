import { mentionToken, replaceMentions } from '#shared/features/keyword-comments/rules.ts'
import { useForm, useFormState } from '#web/ui/form/use-form.ts'

interface Person {
  id: number
  name: string
}

/** Everybody who is named, as often as that is. */
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
 * A token for each person that was picked from the list. Of several by one name, those who were picked last stand for
 * the last places: one that was deleted before another was picked in its stead has none.
 */
function withTokens(text: string, picked: readonly Person[]): string {
  const names = [...new Set(picked.map(({ name }) => name))]
  // Longer names first: one may begin with another.
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

/** What is typed shows names; who was picked from the list stands beside it. */
export interface Mentioning {
  text: string
  picked: readonly Person[]
}

/** Begins with what was stored. */
export const mentioningOf = (comment: string): Mentioning => ({
  text: asTyped(comment),
  picked: peopleIn(comment),
})

/** What is sent: a token for each person that was picked from the list. */
export const commentOf = ({ text, picked }: Mentioning): string => withTokens(text, picked)

/** A comment while it is written. */
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
    // Where nothing is left, nobody is named.
    setText: (typed: string) =>
      form.update((values) => ({ text: typed, picked: typed === '' ? [] : values.picked })),
    /** Whether text begins with somebody who was picked. */
    isPicked: (typed: string) => picked.some(({ name }) => typed.startsWith(name)),
    pick: (person: Person) => form.update((values) => ({ ...values, picked: [...values.picked, person] })),
  }
}
