import { describe, expect, it } from 'vitest'
import type { ArticleContent } from '../articles/rules.ts'
import { compareContents } from './rules.ts'

const kettle = { asin: 'B0KETTLE01', name: 'Kettle', award: 'Best Overall', summary: 'Quick.' }
const pot = { asin: 'B0TEAPOT01', name: 'Teapot', award: 'Best Value', summary: '' }

const content = (values: Partial<ArticleContent> = {}): ArticleContent => ({
  title: 'The best kettle',
  siteId: 1,
  imageUrl: null,
  intro: 'Nine boiled.',
  notes: null,
  keywords: [{ keyword_id: 1, keyword: 'kettle' }],
  products: [kettle, pot],
  faqs: ['Is it loud?'],
  ...values,
})

describe('two versions of an article', () => {
  it('with the same content have no differences, and missing text equals empty text', () => {
    expect(compareContents(content(), content({ notes: '' }))).toEqual([])
  })

  it('differ in each changed field, with both values, in the order of the form', () => {
    const after = content({
      siteId: 2,
      title: 'Kettles, boiled',
      intro: null,
      keywords: [
        { keyword_id: 1, keyword: 'kettle' },
        { keyword_id: 2, keyword: 'tea' },
      ],
    })
    const names = new Map([
      [1, 'Hearthside'],
      [2, 'Open Kitchen'],
    ])
    expect(compareContents(content(), after, (id) => names.get(id) ?? '?')).toEqual([
      { field: 'Site', before: 'Hearthside', after: 'Open Kitchen' },
      { field: 'Keywords', before: 'kettle', after: 'kettle, tea' },
      { field: 'Title', before: 'The best kettle', after: 'Kettles, boiled' },
      { field: 'Intro', before: 'Nine boiled.', after: null },
    ])
  })

  it('match a product by its ASIN at any position, and one whose ASIN changed by its position', () => {
    const moved = content({ products: [pot, { ...kettle, award: 'Best Large' }] })
    expect(compareContents(content(), moved)).toEqual([
      { field: 'Product 2 · Award', before: 'Best Overall', after: 'Best Large' },
      { field: 'Order of products', before: 'B0KETTLE01, B0TEAPOT01', after: 'B0TEAPOT01, B0KETTLE01' },
    ])
    const swapped = content({ products: [{ ...kettle, asin: 'B0KETTLE02' }, pot] })
    expect(compareContents(content(), swapped)).toEqual([
      { field: 'Product 1 · ASIN', before: 'B0KETTLE01', after: 'B0KETTLE02' },
    ])
  })

  it('name added and removed products and questions', () => {
    const mug = { asin: 'B0TEAMUG01', name: 'Mug', award: 'Best Small', summary: '' }
    const after = content({ products: [kettle, pot, mug], faqs: ['Is it safe?', 'Is it quick?'] })
    expect(compareContents(content(), after)).toEqual([
      { field: 'Product 3', before: null, after: 'Mug · B0TEAMUG01 · Best Small' },
      { field: 'Question', before: 'Is it loud?', after: 'Is it safe?' },
      { field: 'Question', before: null, after: 'Is it quick?' },
    ])
    expect(compareContents(content(), content({ products: [kettle] }))).toEqual([
      { field: 'Product', before: 'Teapot · B0TEAPOT01 · Best Value', after: null },
    ])
  })
})
