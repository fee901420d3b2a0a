import { expect, it } from 'vitest'
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
const merged = (live: WrittenPost, wanted: WrittenPost, choices = {}) => {
  const { content, undecided } = mergedPost({ live, written, wanted }, choices)
  return { ...content, undecided: undecided.map(({ key }) => key) }
}

it('what only the article changes is changed, and what only the site changed stays', () => {
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

it('what was taken out in one place stays out, unless the other has changed it', () => {
  expect(merged(of({ products: [kettle] }), of({})).products).toEqual([kettle])
  expect(merged(of({}), of({ products: [kettle] })).products).toEqual([kettle])
  const both = merged(
    of({ products: [{ ...pot, summary: 'Deep.' }] }),
    of({ products: [{ ...kettle, award: 'Best' }] }),
  )
  expect(both.undecided).toEqual([`product.${kettle.asin}`, `product.${pot.asin}`])
})

it('what was changed in both places waits for a choice, which holds as long as both say the same', () => {
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

it('a field is written only where the article has changed it, and asked about where both have', () => {
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

it('a field that its site does not say, or of which nobody knows what we wrote, stays as it is', () => {
  const all = ['excerpt', 'picture', 'author', 'keyword']
  expect(kept(of({}), withFields({ keyword: 'pot' })).kept).toEqual(['title', ...all])
  const unknown = of({})
  const ours = { live: withFields({ author: 'A Guest' }), wanted: withFields({ author: 'Bo Lind' }) }
  expect(mergedPost({ ...ours, written: unknown }, {}).kept).toContain('author')
  expect(
    kept(withFields({ excerpt: 'By hand.' }), withFields({ excerpt: 'Ours.' }), withFields({})).undecided,
  ).toEqual(['field.excerpt'])
})

it('knows its own picture again under the name that the site gave its copy', () => {
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

it('shows the fields that are not as they were, but for an excerpt that follows the intro', () => {
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

it('a post that its editors have written anew has only its title in common with ours', () => {
  const anew = { title: 'Kettles', intro: '', products: [], questions: [] }
  const wanted = of({ title: 'More kettles', intro: 'New.' })
  expect(placesOf({ live: anew, written, wanted }).map(({ key }) => key)).toEqual(['title'])
  expect(merged(anew, wanted)).toMatchObject({ title: 'More kettles', undecided: [] })
})

it('says how much is to be chosen', () => {
  expect(undecidedWords(1)).toMatch(/^One part .* was also changed/)
  expect(undecidedWords(2)).toMatch(/^2 parts .* were also changed/)
})
