import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type ArticleValues, blankValues } from './use-article-values.ts'
import { currentArticleIn, merge, useConflict } from './use-conflict.ts'

const base: ArticleValues = {
  ...blankValues({ siteId: 1, keywords: ['kettle'] }),
  title: 'Kettles',
  titleFollows: false,
  intro: 'Old intro',
  notes: 'Old notes',
}

/** As the server would answer, with these fields of the form. */
const stored = ({ title, intro, notes }: ArticleValues) =>
  anArticle({ title, intro, notes, status: 'draft', draft: true, version: 2 })

describe('two people saved the same article', () => {
  it('a field that only one of them changed keeps that change', () => {
    const mine = { ...base, intro: 'My intro' }
    const theirs = { ...base, notes: 'Their notes' }
    const { values, fields } = merge(base, mine, theirs)
    expect(values).toEqual({ ...base, intro: 'My intro', notes: 'Their notes' })
    expect(fields).toEqual([])
  })

  it('a field that both changed stays as it was typed and is up for a decision', () => {
    const { values, fields } = merge(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' })
    expect(values.title).toBe('Mine')
    expect(fields).toEqual(['title'])
  })

  it('the same change twice is no conflict', () => {
    expect(merge(base, { ...base, title: 'Same' }, { ...base, title: 'Same' }).fields).toEqual([])
  })

  it('nothing typed is lost by changing one’s mind, not even what was typed after the conflict', () => {
    const { result } = renderHook(() => {
      const [values, setValues] = useState<ArticleValues>({ ...base, title: 'Mine' })
      return { values, setValues, state: useConflict({ values, setValues }) }
    })
    act(() => result.current.state.raise(base, stored({ ...base, title: 'Theirs' })))
    expect(result.current.state.isOpen).toBe(true)
    act(() => result.current.setValues({ ...result.current.values, title: 'Mine, longer' }))
    act(() => result.current.state.choose('title', 'theirs'))
    expect(result.current.values.title).toBe('Theirs')
    expect(result.current.state.isOpen).toBe(false)
    act(() => result.current.state.choose('title', 'mine'))
    expect(result.current.values.title).toBe('Mine, longer')
  })

  it('what was typed while the save was under way is merged too', () => {
    const { result } = renderHook(() => {
      const [values, setValues] = useState<ArticleValues>({ ...base, intro: 'My' })
      return { values, setValues, state: useConflict({ values, setValues }) }
    })
    const { raise } = result.current.state
    act(() => result.current.setValues({ ...result.current.values, intro: 'My longer intro' }))
    act(() => raise(base, stored({ ...base, notes: 'Their notes' })))
    expect(result.current.values).toMatchObject({ intro: 'My longer intro', notes: 'Their notes' })
  })

  it('is told from other refusals by the article that comes with it', () => {
    const current = stored(base)
    const conflict = (details: unknown, status = 409) => new ApiError('No', { status, details })
    expect(currentArticleIn(conflict({ current }))).toBe(current)
    expect(currentArticleIn(conflict({ status: 'approved' }))).toBeNull()
    expect(currentArticleIn(conflict({ current }, 400))).toBeNull()
    expect(currentArticleIn(new Error('No'))).toBeNull()
  })
})
