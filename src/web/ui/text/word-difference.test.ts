import { expect, test } from 'vitest'
import { wordDifference } from './word-difference.ts'

const told = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'gone' ? `[-${text}-]` : `[+${text}+]`))
    .join('')

test('one changed word of a long text is reported alone', () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${at}`)
  const other = words.with(150, 'another')
  expect(wordDifference(words.join(' '), other.join(' ')).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'gone', text: 'word150' },
    { kind: 'new', text: 'another' },
  ])
})

test('neighbouring changed words are one change, the old text before the new', () => {
  expect(told('weighed by the figure here', 'weighed as they are here')).toBe(
    'weighed [-by the figure-][+as they are+] here',
  )
})

test('words only added or only removed have no counterpart', () => {
  expect(told('a bed', 'a soft bed')).toBe('a [+soft +]bed')
  expect(told('The 9 Best Vacuums', 'Vacuums')).toBe('[-The 9 Best -]Vacuums')
})

test('a changed comma or a changed letter changes the word, and a text without a common word is another text', () => {
  expect(told('Four came in', 'four came in')).toBe('[-Four-][+four+] came in')
  expect(told('nothing in common', 'entirely other words')).toBe(
    '[-nothing in common-][+entirely other words+]',
  )
  expect(told('', 'new')).toBe('[+new+]')
  expect(told('same', 'same')).toBe('same')
})

test('both texts can be reconstructed from the difference', () => {
  const [before, after] = [
    'A vacuum, upstairs. Only four\ncame in.',
    'A light vacuum upstairs. Only three\ncame in!',
  ]
  const stretches = wordDifference(before, after)
  const without = (kind: string) =>
    stretches
      .filter((each) => each.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([without('new'), without('gone')]).toEqual([before, after])
})
