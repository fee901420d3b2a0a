import { diffWordsWithSpace } from 'diff'

/** A run of words that both texts have, or only one of them. */
export interface Stretch {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** If a smaller share of the longer text is in common, the texts are treated as unrelated. */
const ALIKE = 0.2

const isBlank = (text: string) => text.trim() === ''

/** Merges changes that only whitespace separates into one: first the removed words, then the added ones. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  let [gone, fresh] = ['', '']
  const close = () => {
    if (gone !== '') result.push({ kind: 'gone', text: gone })
    if (fresh !== '') result.push({ kind: 'new', text: fresh })
    gone = ''
    fresh = ''
  }
  stretches.forEach(({ kind, text }, index) => {
    const isChanging = gone !== '' || fresh !== ''
    const next = stretches[index + 1]
    if (kind === 'gone') gone += text
    else if (kind === 'new') fresh += text
    else if (isChanging && next !== undefined && isBlank(text)) {
      gone += gone === '' ? '' : text
      fresh += fresh === '' ? '' : text
      if (gone === '' || fresh === '') {
        close()
        result.push({ kind: 'same', text })
      }
    } else {
      close()
      result.push({ kind: 'same', text })
    }
  })
  close()
  return result
}

/** The word-by-word difference of two texts. */
export function wordDifference(before: string, after: string): Stretch[] {
  if (before === after) return after === '' ? [] : [{ kind: 'same', text: after }]
  const whole: Stretch[] = [
    { kind: 'gone' as const, text: before },
    { kind: 'new' as const, text: after },
  ].filter(({ text }) => text !== '')
  if (isBlank(before) || isBlank(after)) return whole
  const stretches = diffWordsWithSpace(before, after).map(
    ({ added, removed, value }): Stretch => ({
      kind: added ? 'new' : removed ? 'gone' : 'same',
      text: value,
    }),
  )
  const common = stretches
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { text }) => sum + text.trim().length, 0)
  return common < ALIKE * Math.max(before.length, after.length) ? whole : joined(stretches)
}
