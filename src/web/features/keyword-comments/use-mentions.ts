import { useState } from 'react'
import { mentionToken, replaceMentions } from '#shared/features/keyword-comments/rules.ts'

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

/** What is typed shows names; what is sent has a token for each person that was picked from the list. */
export function useMentions(start: string) {
  const [picked, setPicked] = useState<readonly Person[]>(() => peopleIn(start))
  const [text, setText] = useState(() => asTyped(start))
  return {
    text,
    setText,
    /** Whether text begins with somebody who was picked. */
    isPicked: (typed: string) => picked.some(({ name }) => typed.startsWith(name)),
    pick: (person: Person) => setPicked([...picked, person]),
    toSend: () => withTokens(text, picked),
    /** Begins with what was stored. */
    begin(comment: string) {
      setPicked(peopleIn(comment))
      setText(asTyped(comment))
    },
  }
}
