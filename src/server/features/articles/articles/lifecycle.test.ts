import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { articles } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildReturn } from '../../../testing/builders.ts'

let api: Api
let owner: Client
let otherOwner: Client
let validator: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  otherOwner = await api.as('opm', 2)
  validator = await api.as('qa')
  siteId = (await owner.get('/api/sites')).body[0].site_id
})
afterAll(() => api.close())

const product = (over: object = {}) => ({
  asin: 'B0CQ77XWHE',
  name: 'Moka Lane Duetto',
  award: 'Best Overall',
  ...over,
})
const request = (over: object = {}) => ({
  siteId,
  keywords: [{ keyword: 'best gooseneck kettle' }],
  products: [product()],
  faqs: [{ question: 'Is it loud?' }],
  draft: false,
  ...over,
})
const inStatus = (status: string, userId = owner.id) => buildArticle(api.database.db, { userId, status })
const statusOf = async (id: number) => (await validator.get(`/api/articles/${id}`)).body.status
const validate = (who: Client, id: number, command: string, reason?: string) =>
  who.patch(`/api/articles/validate/${id}`, { command, ...(reason === undefined ? {} : { reason }) })

let counter = 0
let asin = ''
beforeEach(() => {
  counter += 1
  asin = `B0TEST${String(counter).padStart(4, '0')}`
})

test('a submitted article is tied to its keyword, site and products and waits for QA [ART-001] [ART-002] [ART-003] [ART-151]', async () => {
  const { status, body } = await owner.post('/api/articles', request({ products: [product({ asin })] }))
  expect(status).toBe(201)
  expect(body.status).toBe('requested')
  expect(body.draft).toBe(false)
  expect(body.site.site_id).toBe(siteId)
  expect(body.keywords).toEqual([{ keyword_id: expect.any(Number), keyword: 'best gooseneck kettle' }])
  expect(body.products.map((each: { asin: string }) => each.asin)).toEqual([asin])
})

test('an article is returned with every field of its record [ART-004] [ART-005] [ART-006] [ART-008] [ART-144]', async () => {
  const created = await owner.post(
    '/api/articles',
    request({ intro: 'Intro', notes: 'Notes', imageUrl: 'https://pictures.example/a.jpg' }),
  )
  const id = created.body.article_id
  const nothing = { qa_user: null, asana_url: null, gid: null, asana_section: null, wordpress_id: null }
  expect(created.body).toMatchObject(nothing)
  const { db } = api.database
  const reviewed = { qaUserId: validator.id, createdAt: new Date('2026-03-01T10:20:30Z') }
  const mirrored = { taskUrl: 'https://tasks.example/1', taskGid: '77', taskSection: 'Ideas', postId: 4711 }
  await db
    .update(articles)
    .set({ ...reviewed, ...mirrored })
    .where(eq(articles.id, id))
  const { body } = await validator.get(`/api/articles/${id}`)
  expect(body).toMatchObject({
    article_id: id,
    title: 'The best gooseneck kettle',
    status: 'requested',
    image_url: 'https://pictures.example/a.jpg',
    intro: 'Intro',
    notes: 'Notes',
    site_id: siteId,
    site: {
      site_id: siteId,
      display_name: 'Site 0',
      logo_url: '/images/logo.png',
      normalized_name: 'site-0',
    },
    user_id: owner.id,
    user: { id: owner.id, first_name: 'Opm', last_name: 'One', username: owner.username },
    qa_user: { id: validator.id, first_name: 'Qa', last_name: 'One', username: validator.username },
    keywords: [{ keyword_id: expect.any(Number), keyword: 'best gooseneck kettle' }],
    products: [
      {
        product_id: expect.any(Number),
        asin: 'B0CQ77XWHE',
        name: 'Moka Lane Duetto',
        award: 'Best Overall',
        summary: null,
      },
    ],
    faqs: [{ question: 'Is it loud?' }],
    returns: [],
    created_at: '2026-03-01T10:20:30.000Z',
    asana_url: 'https://tasks.example/1',
    gid: '77',
    asana_section: { name: 'Ideas' },
    wordpress_id: 4711,
    draft: false,
  })
})

test('an article without a title is called after its first keyword [ART-056]', async () => {
  const { body } = await owner.post('/api/articles', request({ keywords: ['quiet kettle', 'best kettle'] }))
  expect(body.title).toBe('The best quiet kettle')
})

test('a draft saved again as a draft stays one, and submitting clears its flag [ART-068] [ART-114] [ART-115]', async () => {
  const created = await owner.post('/api/articles', { siteId, keywords: ['camping stove'], draft: true })
  expect(created.body).toMatchObject({ status: 'draft', draft: true })
  const id = created.body.article_id
  const again = await owner.put(`/api/articles/${id}`, { title: 'Stoves', draft: true })
  expect(again.body).toMatchObject({ status: 'draft', draft: true, title: 'Stoves' })
  const submitted = await owner.put(`/api/articles/${id}`, { draft: false, products: [product({ asin })] })
  expect(submitted.body).toMatchObject({ status: 'requested', draft: false })
})

test('the owner can delete a draft for good, but no other article [ART-116] [ART-117] [ART-150]', async () => {
  const draft = await inStatus('draft')
  expect((await owner.delete(`/api/articles/${draft.id}`)).status).toBe(204)
  expect((await owner.get(`/api/articles/${draft.id}`)).status).toBe(404)
  const returned = await inStatus('returned')
  expect((await owner.delete(`/api/articles/${returned.id}`)).status).toBe(409)
  expect(await statusOf(returned.id)).toBe('returned')
})

test('a validator approves a requested article, with or without a comment [ART-095] [ART-098] [ART-146]', async () => {
  const [plain, commented] = [await inStatus('requested'), await inStatus('requested')]
  const first = await validate(validator, plain.id, 'approve')
  expect(first.body).toMatchObject({ status: 'approved', qa_user: { id: validator.id }, returns: [] })
  const second = await validate(validator, commented.id, 'approve', 'Lovely intro.')
  expect(second.body.status).toBe('approved')
  expect(second.body.returns).toEqual([])
  expect(second.body.events.at(-1)).toMatchObject({
    action: 'approved',
    comment: 'Lovely intro.',
    self: false,
  })
})

test('a returned article goes back to its requester with the reason [ART-007] [ART-099] [ART-102]', async () => {
  const article = await inStatus('requested')
  const before = api.now().toISOString()
  const { body } = await validate(validator, article.id, 'return', 'The ASIN is out of date.')
  expect(body.status).toBe('returned')
  expect(body.returns).toEqual([
    {
      article_return_id: expect.any(Number),
      user: { id: validator.id, first_name: 'Qa', last_name: 'One', username: validator.username },
      reason: 'The ASIN is out of date.',
      created_at: expect.any(String),
      answered_at: null,
      complement: null,
      kind: 'return',
    },
  ])
  expect(body.returns[0].created_at >= before).toBe(true)
  const pending = await owner.get('/api/articles/pending')
  expect(pending.body.nodes.map((each: { article_id: number }) => each.article_id)).toContain(article.id)
})

test('a rejection ends the article and keeps its reason [ART-103]', async () => {
  const article = await inStatus('requested')
  const { body } = await validate(validator, article.id, 'reject', 'We have this one.')
  expect(body.status).toBe('rejected')
  expect(body.returns[0]).toMatchObject({ reason: 'We have this one.', kind: 'reject' })
})

test.each([
  ['return', '[ART-101]'],
  ['reject', '[ART-105]'],
])('a %s without a reason is not carried out %s', async (command) => {
  const article = await inStatus('requested')
  for (const reason of [undefined, '', '   ']) {
    const { status, body } = await validate(validator, article.id, command, reason)
    expect(status).toBe(400)
    expect(body.validation.body.message).toBe('Missing reason')
  }
  expect(await statusOf(article.id)).toBe('requested')
})

test('approving, returning and rejecting need ValidateArticles [ART-096] [ART-100] [ART-104]', async () => {
  const article = await inStatus('requested', otherOwner.id)
  for (const command of ['approve', 'return', 'reject']) {
    expect((await validate(owner, article.id, command, 'Because.')).status).toBe(403)
  }
  expect(await statusOf(article.id)).toBe('requested')
})

test('the commands are approve, reject and return, and no other [ART-147]', async () => {
  const article = await inStatus('requested')
  for (const command of ['publish', 'cancel', '', 'APPROVE', 'constructor']) {
    expect((await validate(validator, article.id, command, 'Because.')).status).toBe(400)
  }
})

test('only a requested article can be approved, returned or rejected [ART-118] [ART-119] [ART-120]', async () => {
  for (const status of ARTICLE_STATUSES.filter((each) => each !== 'requested' && each !== 'draft')) {
    const article = await inStatus(status)
    for (const command of ['approve', 'return', 'reject']) {
      const answer = await validate(validator, article.id, command, 'Because.')
      expect([answer.status, answer.body.details.status]).toEqual([409, status])
    }
    expect(await statusOf(article.id)).toBe(status)
  }
})

test('the owner edits a returned article and resubmits it with a reply to its latest return [ART-106] [ART-107] [ART-109] [ART-110] [ART-149]', async () => {
  const article = await inStatus('requested')
  const returned = await validate(validator, article.id, 'return', 'Too short.')
  const saved = await owner.put(`/api/articles/${article.id}`, { intro: 'Longer now.' })
  expect(saved.body).toMatchObject({ status: 'returned', intro: 'Longer now.' })
  const articleReturnId = returned.body.returns[0].article_return_id
  const { body } = await owner.patch(`/api/articles/resubmit/${article.id}`, {
    articleReturnId,
    comments: 'Made it longer.',
  })
  expect(body.status).toBe('requested')
  expect(body.returns[0]).toMatchObject({ complement: 'Made it longer.', answered_at: expect.any(String) })
})

test('a second return is answered by its own number, and the first keeps its reply [ART-109] [ART-110]', async () => {
  const article = await inStatus('requested')
  const resubmit = (articleReturnId: number, comments: string) =>
    owner.patch(`/api/articles/resubmit/${article.id}`, { articleReturnId, comments })
  const [first] = (await validate(validator, article.id, 'return', 'Too short.')).body.returns
  await resubmit(first.article_return_id, 'Made it longer.')
  const { returns } = (await validate(validator, article.id, 'return', 'Too long.')).body
  const second = returns.find(({ reason }: { reason: string }) => reason === 'Too long.')
  const stale = await resubmit(first.article_return_id, 'Which one?')
  expect([stale.status, stale.body.details]).toMatchObject([
    409,
    { articleReturnId: second.article_return_id },
  ])
  const { status, body } = await resubmit(second.article_return_id, 'Made it shorter.')
  expect([status, body.status]).toEqual([200, 'requested'])
  expect(body.returns).toMatchObject([
    { article_return_id: first.article_return_id, reason: 'Too short.', complement: 'Made it longer.' },
    { article_return_id: second.article_return_id, reason: 'Too long.', complement: 'Made it shorter.' },
  ])
})

test('only the latest open return can be answered; any other is a conflict', async () => {
  const article = await inStatus('returned')
  const { db } = api.database
  const old = await buildReturn(db, { articleId: article.id, userId: validator.id })
  const latest = await buildReturn(db, { articleId: article.id, userId: validator.id })
  const stale = await owner.patch(`/api/articles/resubmit/${article.id}`, { articleReturnId: old.id })
  expect(stale.status).toBe(409)
  expect(await statusOf(article.id)).toBe('returned')
  // A reply of blanks is none.
  const reply = { articleReturnId: latest.id, comments: '  ' }
  const { status, body } = await owner.patch(`/api/articles/resubmit/${article.id}`, reply)
  expect([status, body.returns.at(-1)]).toMatchObject([
    200,
    { answered_at: expect.any(String), complement: null },
  ])
})

test('the owner can cancel a returned article, for good [ART-111] [ART-112] [ART-113] [ART-148]', async () => {
  const article = await inStatus('returned')
  const latest = await buildReturn(api.database.db, { articleId: article.id, userId: validator.id })
  expect((await owner.patch(`/api/articles/cancel/${article.id}`)).body.status).toBe('canceled')
  const attempts = [
    await owner.patch(`/api/articles/cancel/${article.id}`),
    await owner.put(`/api/articles/${article.id}`, { title: 'Back again' }),
    await owner.patch(`/api/articles/resubmit/${article.id}`, { articleReturnId: latest.id }),
    await validate(validator, article.id, 'approve'),
    await owner.delete(`/api/articles/${article.id}`),
  ]
  expect(attempts.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
  expect(await statusOf(article.id)).toBe('canceled')
})

test("edit, delete, cancel and resubmit are the requester's alone [ART-121] [ART-122] [ART-123] [ART-124]", async () => {
  const returned = await inStatus('returned')
  const latest = await buildReturn(api.database.db, { articleId: returned.id, userId: validator.id })
  // A validator would be let in to edit, were the article requested: it is the status that forbids it.
  const strangers = [
    { stranger: otherOwner, edit: 403 },
    { stranger: validator, edit: 409 },
  ]
  for (const { stranger, edit } of strangers) {
    const answers = [
      await stranger.put(`/api/articles/${returned.id}`, { title: 'Mine now' }),
      await stranger.delete(`/api/articles/${returned.id}`),
      await stranger.patch(`/api/articles/cancel/${returned.id}`),
      await stranger.patch(`/api/articles/resubmit/${returned.id}`, { articleReturnId: latest.id }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([edit, 403, 403, 403])
  }
  expect((await owner.get(`/api/articles/${returned.id}`)).body).toMatchObject({
    status: 'returned',
    title: returned.title,
  })
})

test("other people's drafts do not exist, in lists neither", async () => {
  const draft = await inStatus('draft', otherOwner.id)
  for (const person of [owner, validator, await api.as('adm')]) {
    expect((await person.get(`/api/articles/${draft.id}`)).status).toBe(404)
    expect((await person.put(`/api/articles/${draft.id}`, { title: 'Mine' })).status).toBe(404)
    expect((await person.delete(`/api/articles/${draft.id}`)).status).toBe(404)
    const list = await person.get('/api/articles?status[0]=draft')
    expect(list.body.nodes.map((each: { article_id: number }) => each.article_id)).not.toContain(draft.id)
  }
})

test('while an article waits for QA, validators can edit it and its requester can’t', async () => {
  const article = await inStatus('requested')
  expect((await owner.put(`/api/articles/${article.id}`, { title: 'Moving target' })).status).toBe(409)
  const saved = await validator.put(`/api/articles/${article.id}`, { title: 'Tightened', draft: true })
  expect(saved.body).toMatchObject({ title: 'Tightened', status: 'requested' })
  expect((await validate(validator, article.id, 'approve')).body).toMatchObject({
    title: 'Tightened',
    status: 'approved',
  })
})

test('approving one’s own article is marked as such, and can be forbidden', async () => {
  const own = await inStatus('requested', validator.id)
  const { body } = await validate(validator, own.id, 'approve')
  expect(body.events.at(-1)).toMatchObject({ action: 'approved', self: true })

  const strict = await startApi({ SELF_APPROVAL: 'forbidden' })
  try {
    const qa = await strict.as('qa')
    const article = await buildArticle(strict.database.db, { userId: qa.id })
    expect((await validate(qa, article.id, 'approve')).status).toBe(403)
    expect((await validate(await strict.as('qa', 2), article.id, 'approve')).status).toBe(200)
  } finally {
    await strict.close()
  }
})

test('of 50 validators at once, one decides the article and the others get a conflict [R16]', async () => {
  const article = await inStatus('requested')
  const commands = ['approve', 'return', 'reject']
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      validate(validator, article.id, commands[index % 3] ?? 'approve', 'Because.'),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  const { body } = await validator.get(`/api/articles/${article.id}`)
  expect(body.events).toHaveLength(1)
  expect(body.returns.length).toBe(body.status === 'approved' ? 0 : 1)
})

test('a save from an old version is refused with the current article, and nothing is lost [R16]', async () => {
  const article = await inStatus('returned')
  const { version } = (await owner.get(`/api/articles/${article.id}`)).body
  expect((await owner.put(`/api/articles/${article.id}`, { title: 'First', version })).status).toBe(200)
  const second = await owner.put(`/api/articles/${article.id}`, { title: 'Second', version })
  expect(second.status).toBe(409)
  expect(second.body.details.current).toMatchObject({ title: 'First', version: version + 1 })

  const racing = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      owner.put(`/api/articles/${article.id}`, { title: `Race ${index}`, version: version + 1 }),
    ),
  )
  expect(racing.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('PATCH saves the given fields and leaves the others, like PUT [ART-152] [D43]', async () => {
  const { id, title } = await inStatus('returned')
  const before = (await owner.get(`/api/articles/${id}`)).body
  const change = { intro: 'Nine boiled.', products: [product({ asin })], site_id: siteId }
  const { status, body } = await owner.patch(`/api/articles/${id}`, change)
  expect([status, body.intro, body.title, body.faqs]).toEqual([200, 'Nine boiled.', title, before.faqs])
  expect(body.products).toMatchObject([product({ asin })])
  expect([body.status, body.version]).toEqual(['returned', before.version + 1])
  expect((await owner.get(`/api/articles/${id}`)).body).toEqual(body)
  expect((await owner.patch(`/api/articles/${id}`, { keywords: [] })).status).toBe(400)
})

test('a keyword can be removed, but never the last one', async () => {
  const created = await owner.post('/api/articles', {
    siteId,
    keywords: ['tea pot', 'tea kettle'],
    draft: true,
  })
  const { article_id: id, keywords } = created.body
  expect((await owner.delete(`/api/articles/${id}/keywords/${keywords[0].keyword_id}`)).status).toBe(204)
  expect((await owner.get(`/api/articles/${id}`)).body.keywords).toEqual([keywords[1]])
  expect((await owner.delete(`/api/articles/${id}/keywords/${keywords[1].keyword_id}`)).status).toBe(400)
})
