import { describe, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { FormBody } from '#shared/features/articles/articles/form.ts'
import { defaultTitle } from '#shared/features/articles/articles/rules.ts'
import { withoutIssue } from '#web/ui/form/issues.ts'
import { isSame } from '#web/ui/form/merge.ts'
import {
  articleValuesOf,
  blankValues,
  bodyOf,
  changeOf,
  faultsIn,
  moved,
  nextKey,
  withKeywords,
} from './use-article-values.ts'

const USER = { id: 3, first_name: 'Ada', last_name: 'Reed', username: 'ada@copydesk.example' }

function article(changes: Partial<Article> = {}): Article {
  return {
    article_id: 8,
    title: 'Kettles that pour well',
    status: 'draft',
    image_url: '/images/kettle.png',
    site_id: 2,
    site: {
      site_id: 2,
      code: 'ok',
      display_name: 'Open Kitchen',
      normalized_name: 'ok',
      logo_url: '',
      url: '',
    },
    user_id: 3,
    user: USER,
    created_at: '2026-03-01T00:00:00.000Z',
    intro: null,
    notes: 'Short',
    draft: true,
    qa_user: null,
    keywords: [
      { keyword_id: 1, keyword: 'gooseneck kettle' },
      { keyword_id: 4, keyword: 'pour over kettle' },
    ],
    products: [{ product_id: 11, asin: 'B0C9TR41XM', name: 'Kettle', award: 'Best', summary: null }],
    faqs: [{ question: 'Why a gooseneck?' }],
    returns: [],
    events: [],
    updated_at: '2026-03-01T00:00:00.000Z',
    asana_url: null,
    gid: null,
    asana_section: null,
    wordpress_id: null,
    revises: null,
    revised_title: null,
    updates: [],
    last_update: null,
    renewal: null,
    mirrors: [],
    post: null,
    checklist: [],
    version: 5,
    ...changes,
  }
}

describe('a save of a stored article', () => {
  it('sends the keywords only if they were changed here', () => {
    const read = articleValuesOf(article())
    const { keywords: _left, ...rest } = bodyOf({ ...read, intro: 'New' })
    expect(changeOf({ ...read, intro: 'New' }, read)).toEqual(rest)
    const turned = withKeywords(read, read.keywords.toReversed())
    expect(changeOf(turned, read).keywords).toEqual(['pour over kettle', 'gooseneck kettle'])
  })
})

describe('the title of a new article', () => {
  it("is 'The best {keyword}' and follows the first keyword [ART-056]", () => {
    const one = withKeywords(blankValues(), ['air fryer'])
    expect(one.title).toBe('The best air fryer')
    const other = withKeywords(one, ['toaster oven', 'air fryer'])
    expect(other.title).toBe('The best toaster oven')
    expect(withKeywords(other, []).title).toBe('')
  })

  it('does not say "best" twice', () => {
    expect(defaultTitle('best kettle')).toBe('The best kettle')
    expect(defaultTitle('The  best kettle')).toBe('The best kettle')
    expect(defaultTitle('bestway pool')).toBe('The best bestway pool')
    expect(defaultTitle('best')).toBe('The best best')
    expect(defaultTitle('the best ')).toBe('')
    expect(defaultTitle('k'.repeat(300))).toBe(`The best ${'k'.repeat(191)}`)
  })

  it('stays once the user has edited it, and follows again once it is emptied [ART-056]', () => {
    const written = { ...withKeywords(blankValues(), ['air fryer']), title: 'Crisp without oil' }
    expect(withKeywords(written, ['toaster oven']).title).toBe('Crisp without oil')
    expect(withKeywords({ ...written, title: '' }, ['toaster oven']).title).toBe('The best toaster oven')
  })

  it('of a stored article follows only while it is the default [ART-056]', () => {
    const titleAfter = (title: string) => withKeywords(articleValuesOf(article({ title })), ['toaster']).title
    expect(titleAfter('Kettles that pour well')).toBe('Kettles that pour well')
    expect(titleAfter('The best gooseneck kettle')).toBe('The best toaster')
  })
})

describe('the form and the request', () => {
  it('contain every field of the dialog, and the schema accepts it [ART-004] [ART-005] [ART-006]', () => {
    const body = { ...bodyOf(articleValuesOf(article())), draft: true }
    expect(body).toEqual({
      siteId: 2,
      keywords: ['gooseneck kettle', 'pour over kettle'],
      title: 'Kettles that pour well',
      imageUrl: '/images/kettle.png',
      intro: '',
      notes: 'Short',
      products: [{ asin: 'B0C9TR41XM', name: 'Kettle', award: 'Best', summary: '' }],
      faqs: [{ question: 'Why a gooseneck?' }],
      draft: true,
    })
    expect(FormBody.safeParse(body).success).toBe(true)
  })

  it('are equal after a round trip, and differ after one letter', () => {
    const values = articleValuesOf(article())
    expect(isSame(values, articleValuesOf(article()))).toBe(true)
    expect(isSame(values, { ...values, notes: 'Shorter' })).toBe(false)
  })

  it('are equal after a row is moved there and back', () => {
    const rows = [0, 1, 2].map((key) => ({ key, asin: `B${key}`, name: '', award: '', summary: '' }))
    expect(moved(rows, 0, 2).map(({ key }) => key)).toEqual([1, 2, 0])
    expect(moved(moved(rows, 0, 2), 2, 0)).toEqual(rows)
    expect(nextKey(rows)).toBe(3)
    expect(nextKey([])).toBe(0)
  })
})

describe('faults', () => {
  const product = { key: 0, asin: '', name: '', award: '', summary: '' }

  it('name every missing field of a submission [ART-069] [ART-071] [ART-075] [ART-078] [ART-081]', () => {
    const values = { ...blankValues(), products: [product], faqs: [{ key: 0, question: '  ' }] }
    expect(faultsIn(values, false)).toEqual({
      siteId: 'Missing Site',
      keywords: 'Missing keyword',
      'products.0.asin': 'Missing ASIN',
      'products.0.award': 'Missing award',
      'products.0.name': 'Missing name',
      'faqs.0.question': 'Missing question',
    })
  })

  it('require only site and keyword of a draft', () => {
    const values = { ...blankValues({ siteId: 2, keywords: ['kettle'] }), products: [product] }
    expect(faultsIn(values, true)).toEqual({})
    expect(faultsIn({ ...values, siteId: undefined }, true)).toEqual({ siteId: 'Missing Site' })
  })

  it('name the second of two equal ASINs, ignoring case [ART-072] [ART-074]', () => {
    const row = (key: number, asin: string) => ({ key, asin, name: 'A', award: 'B', summary: '' })
    const base = blankValues({ siteId: 2, keywords: ['kettle'] })
    expect(
      faultsIn({ ...base, products: [row(0, 'B0C9TR41XM'), row(1, 'b0c9tr41xm'), row(2, 'B0')] }, false),
    ).toEqual({
      'products.1.asin': 'ASIN must be unique',
      'products.2.asin': 'ASIN must have 10 characters',
    })
  })

  it('name texts over the limit, which are never cut [ART-076] [ART-080]', () => {
    const long = {
      key: 0,
      asin: 'B0C9TR41XM',
      name: 'n'.repeat(256),
      award: 'a'.repeat(31),
      summary: 's'.repeat(201),
    }
    const values = {
      ...blankValues({ siteId: 2, keywords: ['kettle'] }),
      intro: 'i'.repeat(20_001),
      notes: 'n'.repeat(20_000),
      products: [long, { ...long, key: 1, asin: 'https://shop.example/a-product-with-a-long-name' }],
    }
    expect(faultsIn(values, true)).toEqual({
      intro: 'At most 20000 characters',
      'products.0.name': 'At most 255 characters',
      'products.0.award': 'At most 30 characters',
      'products.0.summary': 'At most 200 characters',
      'products.1.asin': 'ASIN must have 10 characters',
      'products.1.name': 'At most 255 characters',
      'products.1.award': 'At most 30 characters',
      'products.1.summary': 'At most 200 characters',
    })
  })

  it('disappear when their field changes, and with it those of its rows', () => {
    const issues = { title: 'x', 'products.0.asin': 'y', 'products.1.name': 'z' }
    expect(withoutIssue(issues, 'products.0.asin')).toEqual({ title: 'x', 'products.1.name': 'z' })
    expect(withoutIssue(issues, 'products')).toEqual({ title: 'x' })
  })
})
