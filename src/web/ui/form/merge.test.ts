import { describe, expect, it } from 'vitest'
import { isSame, merge } from './merge.ts'

const base = { title: 'Kettles', intro: 'Old', notes: 'Old', rows: [{ key: 0, asin: 'A' }] }

describe('three versions of a record', () => {
  it('a field that only one side changed keeps that change', () => {
    const merged = merge(base, { ...base, intro: 'Mine' }, { ...base, notes: 'Theirs' })
    expect(merged).toEqual({
      values: { ...base, intro: 'Mine', notes: 'Theirs' },
      taken: ['notes'],
      divided: [],
    })
  })

  it('a field that both changed keeps the typed value and needs a choice', () => {
    const merged = merge(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' })
    expect([merged.values.title, merged.divided]).toEqual(['Mine', ['title']])
  })

  it('the same change on both sides needs no choice', () => {
    const same = { ...base, title: 'Same', rows: [{ key: 7, asin: 'B' }] }
    expect(merge(base, same, { ...same, rows: [{ key: 0, asin: 'B' }] })).toMatchObject({
      taken: [],
      divided: [],
    })
  })

  it('changes that can be combined are merged without a question', () => {
    const join = { intro: (_: string, mine: string, theirs: string) => `${theirs} ${mine}` }
    const merged = merge(base, { ...base, intro: 'mine' }, { ...base, intro: 'theirs' }, join)
    expect([merged.values.intro, merged.divided]).toEqual(['theirs mine', []])
  })

  it('rows with other keys are the same, and rows in another order are not', () => {
    expect(isSame([{ key: 0, asin: 'A' }], [{ key: 3, asin: 'A' }])).toBe(true)
    expect(isSame(['A', 'B'], ['B', 'A'])).toBe(false)
    expect(isSame(null, undefined)).toBe(false)
  })
})
