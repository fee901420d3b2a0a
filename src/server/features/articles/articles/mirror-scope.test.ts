import { afterAll, beforeAll, expect, it } from 'vitest'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import type { Database } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import type {
  PostContent,
  PostKey,
  PublishingSite,
  SitePost,
  WholePost,
} from '../../../integrations/publishing-site/port.ts'
import { callerWith, quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { insertDecision } from './decision-store.ts'
import { listWithoutCopy } from './mirror-queries.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import { findPost, savePost, storeWritten } from './post-store.ts'
import { findRenewal } from './renewal-store.ts'
import { readRevision } from './revision-reader.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { requestMissing } from './verbs/mirror-article.ts'
import { mirrorPost } from './verbs/mirror-post.ts'
import { findWholeArticle } from './whole-queries.ts'

const NOW = new Date(Date.UTC(2026, 2, 1))
const POST = 600

let database: Database
let user: Awaited<ReturnType<typeof buildUser>>
let userId: number
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  user = await buildUser(database.db)
  userId = user.id
  siteId = (await buildSite(database.db, { code: 'ms' })).id
})
afterAll(() => database.close())

/** An article whose post is to be copied, and its copy at a site that answers like this. */
async function waiting(values: object) {
  const { db } = database
  const article = await buildArticle(db, { userId, siteId, ...values })
  await markWaiting(db, article.id, 'post', NOW)
  const mirror = (site: Partial<PublishingSite> = {}, over: Partial<ArticleDeps> = {}) =>
    mirrorPost({ ...quietParts(db, () => NOW), ...over, publishing: siteThat(site) }, article.id)
  const copy = () => findMirror(db, article.id, 'post')
  return { ...article, mirror, copy }
}

it.each(['draft', 'requested', 'returned', 'rejected', 'canceled'])(
  'a copy that was requested of an article makes no post while it is %s',
  async (status) => {
    const { mirror, copy } = await waiting({ status })
    await mirror()
    expect(await copy()).toMatchObject({ state: 'done', error: null })
  },
)

it('an update has no post of its own', async () => {
  const { id: revisesId } = await buildArticle(database.db, { userId, siteId, status: 'published' })
  for (const postId of [null, POST]) {
    const { mirror, copy } = await waiting({ status: 'approved', revisesId, postId })
    await mirror()
    expect(await copy()).toMatchObject({ state: 'done', error: null })
  }
})

it('a post its site no longer finds is reported missing, and looked for again', async () => {
  const { mirror, copy } = await waiting({ status: 'approved', postId: POST })
  await expect(mirror({ getPost: async () => null })).rejects.toMatchObject({ kind: 'not_found' })
  expect(await copy()).toMatchObject({ state: 'waiting', attempts: 1, error: expect.stringMatching(/./) })
})

it.each<[IntegrationError['kind'], string]>([
  ['unauthorized', 'failed'],
  ['forbidden', 'failed'],
  ['invalid', 'failed'],
  ['payment_required', 'failed'],
  ['unavailable', 'waiting'],
  ['rate_limited', 'waiting'],
  ['bad_response', 'waiting'],
])('a copy that its site refuses as %s is %s', async (kind, state) => {
  const { mirror, copy } = await waiting({ status: 'approved', postId: POST })
  const refusal = new IntegrationError('No', { system: 'WordPress', operation: 'x', kind })
  const end = mirror({ getPost: () => Promise.reject(refusal) })
  await (state === 'failed' ? expect(end).resolves.toBeUndefined() : expect(end).rejects.toBe(refusal))
  expect(await copy()).toMatchObject({ state, attempts: 1, leasedUntil: null })
})

it('a copy’s attempts are counted until it is requested again', async () => {
  const { id, mirror, copy } = await waiting({ status: 'approved', postId: POST })
  const failing = { getPost: () => Promise.reject(new Error('ENOENT')) }
  for (const attempts of [1, 2]) {
    await expect(mirror(failing)).rejects.toThrow('ENOENT')
    expect(await copy()).toMatchObject({ attempts, error: expect.any(String) })
  }
  await markWaiting(database.db, id, 'post', NOW)
  expect(await copy()).toMatchObject({ state: 'waiting', attempts: 0, error: null })
})

it('if an article is saved while it is copied, its copy stays due', async () => {
  const { id, mirror, copy } = await waiting({ status: 'approved' })
  const { site } = creating(76)
  await mirror({
    async createDraft(post) {
      await database.pool.query('update articles set version = 2 where article_id = $1', [id])
      return site.createDraft(post)
    },
  })
  expect(await copy()).toMatchObject({ state: 'waiting', version: 1, leasedUntil: null })
})

it('a copy that fails through our own error says so without details', async () => {
  const { mirror, copy } = await waiting({ status: 'approved', postId: POST })
  await expect(mirror({ getPost: () => Promise.reject(new Error('ENOENT')) })).rejects.toThrow('ENOENT')
  expect(await copy()).toMatchObject({ state: 'waiting', error: 'Something went wrong on our side.' })
})

it('nothing is copied while the decision about an article can be undone', async () => {
  const { id: articleId, mirror, copy } = await waiting({ status: 'approved' })
  const times = { decidedAt: NOW, releaseAt: NOW }
  await insertDecision(database.db, { articleId, command: 'approve', userId, ...times })
  await mirror()
  expect(await copy()).toMatchObject({ state: 'waiting', attempts: 0 })
})

it('articles that need a copy, have none and are not waiting for one are found', async () => {
  const { db } = database
  const [followed, boardless] = [
    (await buildSite(db, { boardGid: '1900000000000001' })).id,
    (await buildSite(db, { boardGid: null })).id,
  ]
  const made = new Map<number, string>()
  const make = async (name: string, values: object) => {
    const { id } = await buildArticle(db, { userId, siteId: followed, ...values })
    made.set(id, name)
    return id
  }
  for (const status of ARTICLE_STATUSES) await make(status, { status })
  const published = await make('with copies', { status: 'published', taskGid: '1', postId: 1 })
  await make('update', { status: 'approved', revisesId: published })
  await make('boardless', { status: 'approved', siteId: boardless })
  for (const target of ['task', 'post'] as const)
    await markWaiting(db, await make(`waiting ${target}`, { status: 'approved' }), target, NOW)
  const missing = async (target: 'task' | 'post') =>
    (await listWithoutCopy(db, target)).flatMap(({ articleId }) => made.get(articleId) ?? [])
  const tasks = ['requested', 'approved', 'returned', 'published', 'waiting post']
  const posts = ['approved', 'published', 'boardless', 'waiting task']
  expect([await missing('task'), await missing('post')]).toEqual([tasks, posts])
  await requestMissing(quietParts(db, () => NOW))
  expect([await missing('task'), await missing('post')]).toEqual([[], []])
})

/** Creates drafts with this number, and keeps what they say. */
function creating(postId: number, drafts: PostContent[] = []) {
  const kept: unknown[] = []
  const site = {
    async createDraft(post: PostContent & PostKey) {
      drafts.push(post)
      kept.push(await post.keep?.(postId))
      return { postId, editUrl: '' }
    },
  }
  return { site, kept, drafts }
}

it('if two workers make a draft, the article keeps the first, which is in its history once', async () => {
  const { id, mirror } = await waiting({ status: 'approved' })
  const [first, second] = [creating(71), creating(72)]
  await mirror({
    async createDraft(post) {
      await first.site.createDraft(post)
      return second.site.createDraft(post)
    },
  })
  expect([first.kept, second.kept]).toEqual([[71], [71]])
  const whole = await findWholeArticle(database.db, id)
  expect(whole?.article.postId).toBe(71)
  expect(whole?.events.map(({ entry }) => entry.action)).toEqual(['post-drafted'])
})

it('a post carries the disclosure only if it links to products', async () => {
  const disclosure = 'Links pay us.'
  const linking = (await buildSite(database.db, { disclosure })).id
  const themed = (await buildSite(database.db, { disclosure, linksProducts: false })).id
  const { site, drafts } = creating(73)
  for (const values of [{ siteId: linking }, { siteId: themed }]) {
    const { mirror } = await waiting({ status: 'approved', ...values })
    await mirror(site)
  }
  const bare = await waiting({ status: 'approved', siteId: linking })
  await database.pool.query('delete from article_products where article_id = $1', [bare.id])
  await bare.mirror(site)
  expect(drafts.map((draft) => draft.disclosure)).toEqual([disclosure, '', ''])
})

it('the age of a post’s prices is stored only if the marketplace knows its products', async () => {
  const price = { amount: 9, display: '$9', currency: 'USD' }
  const item: CatalogItem = { asin: 'B0AAAAAAA1', title: 'Kettle', stock: 'IN_STOCK' }
  const known: [CatalogItem[], Date | null][] = [
    [[], null],
    [[item], null],
    [[{ ...item, imageUrl: '/kettle.png' }], NOW],
    [[{ ...item, price, stock: 'IN_STOCK' }], NOW],
    [[{ ...item, stock: 'OUT_OF_STOCK' }], NOW],
  ]
  for (const [items, offersAt] of known) {
    const { id, mirror } = await waiting({ status: 'approved' })
    const catalog = {
      ...quietParts(database.db, () => NOW).catalog,
      getItems: async () => ({ items, invalid: [] }),
    }
    await mirror(creating(74).site, { catalog })
    expect((await findPost(database.db, id))?.offersAt).toEqual(offersAt)
  }
})

/** The live post of this article, as our last copy has left it, but for these fields. */
const livePost = (title: string, fields: SitePost['fields'] = {}) =>
  ({
    ...{ id: POST, title, introText: '', introCopy: '', outroCopy: '', trustStatement: '' },
    products: [{ asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Overall', summary: '' }],
    questions: [{ headline: 'Is it loud?' }],
    fields,
  }) as unknown as SitePost

it('a copied post has the byline readers see, keeps an editor’s, and has the keyword a user chose', async () => {
  const requester = fullNameOf(user)
  for (const [there, written, named, isKept] of [
    [requester, requester, requester, true],
    ['A Guest', requester, 'A Guest', true],
    ['Former Name', 'Former Name', requester, false],
    [undefined, requester, requester, true],
  ] as const) {
    const { id, title, mirror, keyword } = await waiting({ status: 'published', postId: POST })
    await savePost(database.db, { articleId: id, postId: POST, state: 'live', url: null, since: NOW })
    const text = { title, intro: '', products: [], questions: [] }
    await storeWritten(database.db, id, { ...text, fields: { author: written } })
    const changes: unknown[] = []
    const site: Partial<PublishingSite> = {
      readPublished: async () => [],
      getPost: async () => livePost(title, there === undefined ? {} : { author: there }),
      updatePost: async (_id, { authorName, focusKeyword }, kept = []) =>
        void changes.push([authorName, focusKeyword, kept.includes('author')]),
    }
    await mirror(site)
    const { postKeywords } = quietParts(database.db, () => NOW)
    await mirror(site, { postKeywords: { ...postKeywords, findChosenKeyword: async () => 'chosen' } })
    expect(changes).toEqual([
      [named, keyword.keyword, isKept],
      // By now this author is an editor's.
      [expect.any(String), 'chosen', expect.anything()],
    ])
  }
})

it('an update by another user changes nothing about its article’s author, and only its owner sees its draft', async () => {
  const { db } = database
  const [helper, stranger] = [await buildUser(db), await buildUser(db)]
  const { id: revisesId, title } = await buildArticle(db, {
    ...{ userId, siteId, status: 'published', postId: POST },
  })
  const { id } = await buildArticle(db, { userId: helper.id, siteId, status: 'draft', revisesId, title })
  const getPost = async () => livePost(title, { author: fullNameOf(user) })
  const deps = { ...quietParts(db, () => NOW), publishing: siteThat({ getPost }) }
  const { places } = await readRevision(deps, callerWith(helper, []), id)
  expect(places.map(({ label, verdict }) => [label, verdict])).not.toContainEqual([
    'Author',
    expect.anything(),
  ])
  await expect(readRevision(deps, callerWith(stranger, ['ValidateArticles']), id)).rejects.toMatchObject({
    code: 'notFound',
  })
})

const text = (content: string): WholePost => ({
  ...{ title: 'Kettles', content, excerpt: '', picture: null },
  ...{ focusKeyword: null, authorName: null, products: null, structured: null },
})
const standing = (state: 'live' | 'draft') => ({
  listStandings: async ([id = 0]: readonly number[]) => [{ id, state, url: 'https://wp.example/k/' }],
  readPublished: async () => [],
  readWhole: async () => text('Now.'),
})
const replacing = (tie: { isChangeable?: boolean; renews?: 'post' | 'another' }) => ({
  postKeywords: {
    ...quietParts(database.db, () => NOW).postKeywords,
    findRenewedPost: async () => ({ postId: POST, renews: 'post' as const, isChangeable: true, ...tie }),
  },
})
const NOT_ALLOWED = expect.stringMatching(/^The site no longer allows changes to the post/)

it.each([
  ['is no longer live', standing('draft'), {}, expect.stringMatching(/is no longer live\./)],
  ['may not be changed', { ...standing('live'), getPost: async () => null }, {}, NOT_ALLOWED],
  ['was in another system', standing('live'), { hasBuiltInPosts: () => true }, NOT_ALLOWED],
])('a post that %s is not replaced, and its requester gets the reason', async (_, site, over, error) => {
  const { id, mirror, copy } = await waiting({ status: 'approved' })
  await mirror(site, { ...replacing({ isChangeable: false }), ...over })
  expect(await copy()).toMatchObject({ state: 'failed', error })
  expect(await findRenewal(database.db, id)).toBeUndefined()
})

it('an article announced as a new post replaces no other post', async () => {
  const { mirror } = await waiting({ status: 'approved' })
  const { site, drafts } = creating(75)
  await mirror(site, replacing({ renews: 'another' }))
  expect(drafts).toHaveLength(1)
})

it('a post that can no longer be changed but already matches the article is linked without a write', async () => {
  const { id, title, mirror } = await waiting({ status: 'approved' })
  const product = { asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best Overall', summary: '' }
  const post = (over: object) => ({
    ...({ title, introText: '', products: [product], questions: [{ headline: 'Is it loud?' }] } as SitePost),
    ...over,
  })
  const at = (over: object) => ({ ...standing('live'), getPost: async () => post(over) })
  await mirror(at({ introText: 'By an editor.' }), replacing({ isChangeable: false }))
  expect(await findRenewal(database.db, id)).toBeUndefined()
  await mirror(at({}), replacing({ isChangeable: false }))
  expect(await findRenewal(database.db, id)).toMatchObject({ after: text('Now.'), writtenAt: NOW })
  const whole = await findWholeArticle(database.db, id)
  expect(whole).toMatchObject({
    article: { status: 'published', postId: POST },
    post: { state: 'live', url: 'https://wp.example/k/' },
  })
})
