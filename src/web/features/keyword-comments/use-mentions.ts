import { useState } from 'react'
import { mentionToken, replaceMentions } from '#shared/features/keyword-comments/rules.ts'

interface Person {
  id: number
  name: string
}

/** What is typed shows names; what is sent has a token for each person that was picked from the list. */
export function useMentions(start: string) {
  const [picked, setPicked] = useState<readonly Person[]>(() => peopleIn(start))
  const [text, setText] = useState(() => replaceMentions(start, (_id, name) => `@${name}`))
  const pick = (person: Person) => {
    if (!picked.some(({ id }) => id === person.id)) setPicked([...picked, person])
  }
  /** Longer names first: one may begin with another. */
  const toSend = () =>
    [...picked]
      .sort((one, other) => other.name.length - one.name.length)
      .reduce((comment, { id, name }) => comment.replaceAll(`@${name}`, mentionToken(id, name)), text)
  return { text, setText, pick, toSend }
}

function peopleIn(comment: string): Person[] {
  const people: Person[] = []
  replaceMentions(comment, (id, name) => {
    people.push({ id, name })
    return ''
  })
  return people
}
