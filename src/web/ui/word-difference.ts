import { diffWordsWithSpace } from 'diff'

/** A run of words that two texts have in common, or that only one of them has. */
export interface Stretch {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** With less than this part of the longer text in common, two texts are two texts and not one that was changed. */
const ALIKE = 0.2

const isBlank = (text: string) => text.trim() === ''

/** Words that differ with nothing but space between them are one change, first what is gone and then what is new. */
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

/** What became of a text, word by word. */
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
