import { expect, it } from 'vitest'
import { keywordIdentity, runOf, tidyKeyword, tidyTag } from './rules.ts'

const NOBODY_SEES = ['\u200b', '\ufeff', '\u00ad', '\u2060', '\u200e', '\u3164', '\u2800', '\u2063 \u200d']

it('invisible characters alone are no keyword and no tag', () => {
  for (const text of NOBODY_SEES) {
    expect(tidyKeyword(` ${text}${text} `)).toBe('')
    expect(tidyTag(text)).toBe('')
    expect(keywordIdentity(text)).toBe('')
  }
})

it('keywords that look the same are the same', () => {
  for (const text of NOBODY_SEES.filter((each) => !each.includes(' '))) {
    expect(keywordIdentity(`Air ${text}fry${text}er`)).toBe('air fryer')
  }
  expect(keywordIdentity('air \u200b fryer')).toBe('air fryer')
})

it('invisible characters of copied text are removed from a keyword, but not those inside an emoji', () => {
  expect(tidyKeyword('\ufeffair\u00ad fryer\u200b')).toBe('air fryer')
  expect(tidyKeyword('gifts for 👨‍👩‍👧')).toBe('gifts for 👨‍👩‍👧')
})

it('a letter with a combining mark equals the precomposed one', () => {
  for (const [typed, tidy] of [
    ['Cafe\u0301', 'Caf\u00e9'],
    ['cafe\u200b\u0301', 'caf\u00e9'],
    ['\u1112\u1161\u11ab', '\ud55c'],
    ['A\u030angstrom', '\u00c5ngstrom'],
  ] as const) {
    expect(tidyKeyword(typed)).toBe(tidy)
    expect(tidyTag(typed)).toBe(tidy.toLowerCase())
    expect(keywordIdentity(typed)).toBe(keywordIdentity(tidy))
  }
})

it('the latest run of a keyword has the days of the current holder, the days of the one before, and whether it is back', () => {
  const run = (history: string) => {
    const { isWon, days, before, isReturn } = runOf(history) ?? {
      isWon: null,
      days: 0,
      before: 0,
      isReturn: false,
    }
    return [isWon, days, before, isReturn]
  }
  expect(run('lww')).toEqual([false, 1, 2, false])
  expect(run('wllw')).toEqual([true, 1, 2, true])
  expect(run('www')).toEqual([true, 3, null, false])
  // A day without data belongs to nobody where sides change, and ends no run.
  expect(run('w-w-l-lww')).toEqual([true, 3, 3, true])
  expect(run('l--w-')).toEqual([false, 1, 2, false])
  expect(run('ll')).toEqual([false, 2, null, false])
  expect(runOf('')).toBeNull()
})
