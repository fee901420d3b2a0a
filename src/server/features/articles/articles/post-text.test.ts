import { expect, test } from 'vitest'
import type { SitePost, WholePost } from '../../../integrations/publishing-site/port.ts'
import { bylineOf, isSurelyOthers, writtenOf } from './post-text.ts'
import type { WholeArticle } from './whole-queries.ts'

const KEPT: WholePost = {
  ...{ title: 'Kettles', content: '<p>They pour.</p><p>Best Overall</p>', excerpt: '', picture: null },
  ...{ focusKeyword: null, authorName: null, products: null, structured: null },
}
const article = {
  title: 'Better kettles',
  intro: 'They pour  better.\n\nEvery morning.',
  products: [{ asin: 'B0AAAAAAA1', name: 'Pour Kettle', award: 'Best Overall', summary: 'It pours.' }],
  questions: ['Is it loud?'],
}

test.each<[string, Partial<WholePost>, boolean]>([
  ['as it was', {}, true],
  ['with an editor’s words', { content: '<p>They leak.</p>', title: 'Leaking kettles' }, true],
  ['with an award that it had before', { content: '<p>Best Overall</p><p>They leak.</p>' }, true],
  ['with another field that readers see', { excerpt: 'Short.', picture: 7, focusKeyword: 'pot' }, true],
  ['with our title', { title: ' Better kettles' }, false],
  ['with our products', { products: '[]' }, false],
  ['with our structured data', { structured: '{}' }, false],
  ['with one of our parts', { content: '<p class="aop-outro">Theirs.</p>' }, false],
  ['with a line of our intro', { content: '<div>They pour better.</div>' }, false],
  ['with the end of our intro', { content: '<p>Every morning.</p>' }, false],
  ['with the name of our product', { content: '<h2>Pour Kettle</h2>' }, false],
  ['with the summary of our product', { content: '<p>It pours.</p>' }, false],
  ['with our question', { content: '<h3>Is it loud?</h3>' }, false],
])('whether a post %s, %o, is surely not ours: %s', (_what, change, isOthers) => {
  expect(isSurelyOthers({ ...KEPT, ...change }, { kept: KEPT, article })).toBe(isOthers)
})

test('readers see the author’s name, or the site’s before the author has typed one', () => {
  const by = (firstName: string, lastName: string) =>
    bylineOf({ user: { firstName, lastName }, site: { displayName: 'Home & Scout' } } as WholeArticle)
  expect([by('Ada', 'Reed'), by('Administrator', '')]).toEqual(['Ada Reed', 'Home & Scout'])
})

test('neither a post’s former title nor texts the article leaves empty count as a match', () => {
  const kept = { ...KEPT, title: article.title }
  expect(isSurelyOthers({ ...kept, content: '<p>They leak.</p>' }, { kept, article })).toBe(true)
  const empty = { title: 'Pots', intro: '', products: [], questions: [] }
  expect(isSurelyOthers({ ...KEPT, content: '' }, { kept: KEPT, article: empty })).toBe(true)
})

test('a product of a post that cannot be identified is none that an update names or moves', () => {
  const [known] = article.products
  const texts = { award: '', headline: '', summary: '', description: '' }
  const post: SitePost = {
    ...{ id: 1, status: 'publish', url: '/', title: 'Kettles', heroImageUrl: null, authorName: null },
    ...{ authorDescription: null, datePublished: null, introText: '', introCopy: '', outroCopy: '' },
    ...{ questions: [], trustStatement: '', fields: {} },
    products: [
      { asin: '', name: 'Best Pot', ...texts },
      { ...texts, asin: 'B0AAAAAAA1', name: 'Pour Kettle', award: 'Best Overall', summary: 'It pours.' },
    ],
  }
  expect(writtenOf(post).products).toEqual([known])
})
