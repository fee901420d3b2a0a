import { describe, expect, it } from 'vitest'
import type { WrittenPost } from '../articles/rules.ts'
import { mergedPost, placesOf, undecidedWords } from './rules.ts'

const kettle = { asin: 'B0C9TR41XM', name: 'Kettle', award: 'Best Overall', summary: 'Hot.' }
const pot = { asin: 'B0BVW52K7G', name: 'Pot', award: 'Best Value', summary: '' }
const pan = { asin: 'B000000001', name: 'Pan', award: 'Runner Up', summary: '' }
const written: WrittenPost = {
  title: 'Kettles',
  intro: 'They pour.\n\nWell.',
  products: [kettle, pot],
  questions: ['Why?'],
}
const of = (change: Partial<WrittenPost>): WrittenPost => ({ ...written, ...change })
type Product = WrittenPost['products'][number]
const merged = (live: WrittenPost, wanted: WrittenPost, choices = {}, products = written.products) => {
  const texts = { live, written: { ...written, products }, wanted }
  const { content, undecided } = mergedPost(texts, choices)
  return { ...content, undecided: undecided.map(({ key }) => key) }
}

it('a change of the article alone is written, and a change of the site alone stays', () => {
  const live = of({
    title: 'Kettles, by their editor',
    intro: 'They pour. Well.',
    products: [kettle, pot, pan],
  })
  const wanted = of({ intro: 'They pour better.', products: [pot, { ...kettle, name: 'Kettle 2' }] })
  expect(merged(live, wanted)).toEqual({
    title: 'Kettles, by their editor',
    intro: 'They pour better.',
    products: [pot, { ...kettle, name: 'Kettle 2' }, pan],
    questions: ['Why?'],
    undecided: [],
  })
})

it('a removal on one side stays, unless the other side has changed the part', () => {
  expect(merged(of({ products: [kettle] }), of({})).products).toEqual([kettle])
  expect(merged(of({}), of({ products: [kettle] })).products).toEqual([kettle])
  const both = merged(
    of({ products: [{ ...pot, summary: 'Deep.' }] }),
    of({ products: [{ ...kettle, award: 'Best' }] }),
  )
  expect(both.undecided).toEqual([`product.${kettle.asin}`, `product.${pot.asin}`])
})

it('a change on both sides needs a choice, which is valid until either side changes again', () => {
  const live = of({ title: 'Theirs', questions: ['Why not?'] })
  const wanted = of({ title: 'Ours', questions: ['Why?', 'How?'] })
  expect(merged(live, wanted).undecided).toEqual(['title', 'questions'])
  const choices = {
    title: { take: 'post', live: 'Theirs', wanted: 'Ours' },
    questions: { take: 'article', live: 'Why not?', wanted: 'Why?\nHow?' },
  } as const
  expect(merged(live, wanted, choices)).toMatchObject({
    title: 'Theirs',
    questions: ['Why?', 'How?'],
    undecided: [],
  })
  expect(merged({ ...live, title: 'Theirs, again' }, wanted, choices).undecided).toEqual(['title'])
  expect(merged(live, { ...wanted, title: 'Ours, again' }, choices).undecided).toEqual(['title'])
})

const fields = { excerpt: 'They pour.', picture: '', author: 'Ada Reed', keyword: 'kettle' }
const withFields = (change: Partial<typeof fields>, said: Partial<WrittenPost> = {}) => ({
  ...of(said),
  fields: { ...fields, ...change },
})
const kept = (live: WrittenPost, wanted: WrittenPost, before = withFields({})) => {
  const { kept: all, undecided } = mergedPost({ live, written: before, wanted }, {})
  return { kept: all, undecided: undecided.map(({ key }) => key) }
}

it('a field is written only if the article has changed it, and needs a choice if both sides have', () => {
  const theirs = { excerpt: 'By hand.', picture: 'https://site.example/a.jpg', author: 'A Guest' }
  expect(kept(withFields(theirs, { title: 'Theirs' }), withFields({}))).toEqual({
    kept: ['title', 'excerpt', 'picture', 'author', 'keyword'],
    undecided: [],
  })
  expect(kept(withFields({}), withFields({ keyword: 'pot', author: 'Bo Lind' }))).toEqual({
    kept: ['title', 'excerpt', 'picture'],
    undecided: [],
  })
  expect(kept(withFields(theirs), withFields({ ...theirs, author: 'Bo Lind', excerpt: 'Ours.' }))).toEqual({
    kept: ['title', 'picture', 'keyword'],
    undecided: ['field.excerpt', 'field.author'],
  })
})

it('a field stays if its site does not report it, or if our last text is unknown', () => {
  const all = ['excerpt', 'picture', 'author', 'keyword']
  expect(kept(of({}), withFields({ keyword: 'pot' })).kept).toEqual(['title', ...all])
  const unknown = of({})
  const ours = { live: withFields({ author: 'A Guest' }), wanted: withFields({ author: 'Bo Lind' }) }
  expect(mergedPost({ ...ours, written: unknown }, {}).kept).toContain('author')
  expect(
    kept(withFields({ excerpt: 'By hand.' }), withFields({ excerpt: 'Ours.' }), withFields({})).undecided,
  ).toEqual(['field.excerpt'])
})

it('a picture is recognized by the name that the site gave its copy', () => {
  const digest = '0123456789abcdef0123456789abcdef'
  const picture = `/images/hero-${digest}.jpg`
  const copy = withFields({ picture: `https://site.example/2026/11/hero-${digest}-scaled.jpg` })
  expect(kept(copy, withFields({ picture }), withFields({ picture })).kept).toContain('picture')
  const another = withFields({ picture: '/images/hero-ffffffffffffffffffffffffffffffff.jpg' })
  expect(kept(copy, another, withFields({ picture }))).toMatchObject({
    kept: ['title', 'excerpt', 'author', 'keyword'],
    undecided: [],
  })
})

it('changed fields are shown, except an excerpt that follows the intro', () => {
  const shown = (live: WrittenPost, wanted: WrittenPost) =>
    placesOf({ live, written: withFields({}), wanted }).flatMap(({ key, verdict }) =>
      key.startsWith('field.') ? [[key, verdict]] : [],
    )
  expect(shown(withFields({}), withFields({ excerpt: 'Ours.' }))).toEqual([])
  expect(
    shown(withFields({ excerpt: 'Theirs.', author: 'A Guest' }), withFields({ excerpt: 'Ours.' })),
  ).toEqual([
    ['field.excerpt', 'both'],
    ['field.author', 'post'],
  ])
})

it('a post that its editors have rewritten shares only its title with ours', () => {
  const anew = { title: 'Kettles', intro: '', products: [], questions: [] }
  const wanted = of({ title: 'More kettles', intro: 'New.' })
  expect(placesOf({ live: anew, written, wanted }).map(({ key }) => key)).toEqual(['title'])
  expect(merged(anew, wanted)).toMatchObject({ title: 'More kettles', undecided: [] })
})

it('the number of open choices is in words', () => {
  expect(undecidedWords(1)).toMatch(/^One part .* was also changed/)
  expect(undecidedWords(2)).toMatch(/^2 parts .* were also changed/)
})

describe('the order of products', () => {
  const [a, b, c] = [kettle, pot, pan]
  const lid = { asin: 'B000000002', name: 'Lid', award: '', summary: '' }
  const own = { ...lid, asin: 'B000000003' }
  const order = (live: Product[], wanted: Product[], last: Product[] = [a, b, c]) =>
    merged({ ...written, products: live }, { ...written, products: wanted }, {}, last).products

  it.each([
    ['no change', [c, a, b], [a, b, c], [c, a, b]],
    ['a new product in between', [c, a, b], [a, lid, b, c], [c, a, lid, b]],
    ['a new product at the end', [c, a, b], [a, b, c, lid], [c, lid, a, b]],
    ['a new first product', [c, a, b], [lid, a, b, c], [c, a, b, lid]],
    ['two new products', [b, a, c], [a, lid, own, b, c], [b, a, lid, own, c]],
    ['a removed product', [c, a, b], [a, c], [c, a]],
    ['another order', [c, a, b], [b, a, c], [c, a, b]],
    ['a product in its place', [c, a, b], [a, lid, c], [c, a, lid]],
  ])('is the editor’s where they have moved any: %s', (_what, live, wanted, expected) => {
    expect(order(live, wanted)).toEqual(expected)
  })

  it('keeps changed texts in an editor’s order', () => {
    const [better, theirs] = [
      { ...a, summary: 'Hotter.' },
      { ...b, summary: 'By its editor.' },
    ]
    expect(order([c, theirs, a], [better, b, c])).toEqual([c, theirs, better])
  })

  it.each([
    ['another order', [a, b, c], [c, a, b], [c, a, b]],
    ['a new first product', [a, b, c], [lid, a, b, c], [lid, a, b, c]],
    ['a removed product', [a, b, c], [c, a], [c, a]],
    ['an editor’s own product in between', [a, own, b, c], [a, b, c], [a, own, b, c]],
    ['an editor’s own first product', [own, a, b, c], [a, b, c], [own, a, b, c]],
    ['an editor’s own product and a new one', [a, own, b, c], [a, lid, b, c], [a, own, lid, b, c]],
    ['a product that an editor has removed', [a, c], [c, b, a], [c, a]],
  ])('is the article’s where they have moved none: %s', (_what, live, wanted, expected) => {
    expect(order(live, wanted)).toEqual(expected)
  })

  it('is the post’s if our last write is not known', () => {
    expect(order([b, a], [a, b], [a, b])).toEqual([b, a])
  })
})
