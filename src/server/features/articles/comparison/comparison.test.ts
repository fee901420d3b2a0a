import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildKeyword, buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'

const WORDS = '/api/comparison/excluded-words'
const UPDATES = '/api/comparison/updates'

let api: Api
let editor: Client
let admin: Client
let initialWords: string[]
beforeAll(async () => {
  api = await startApi()
  editor = await api.as('opm')
  admin = await api.as('adm')
  initialWords = (await editor.get(WORDS)).body
})
afterAll(() => api.close())

describe('the exclusion list', () => {
  beforeEach(async () => {
    await admin.put(WORDS, { content: [] })
  })

  it('is a list of words [CMP-026] [CMP-027]', async () => {
    await admin.put(WORDS, { content: ['the', 'and'] })
    const { status, body } = await editor.get(WORDS)
    expect([status, body]).toEqual([200, ['and', 'the']])
  })

  it('starts with common words, which can be taken off it [CMP-014]', async () => {
    expect(initialWords).toEqual(expect.arrayContaining(['about', 'best', 'the', 'yourselves']))
    expect(initialWords.length).toBeGreaterThan(270)
  })

  it('is replaced by the sent words, tidied and each once, and returned that way [CMP-028] [CMP-029]', async () => {
    await admin.put(WORDS, { content: ['old'] })
    const { status, body } = await admin.put(WORDS, { content: [' The ', 'the', 'CAFÉ', 'Cafe\u0301', ''] })
    expect([status, body]).toEqual([200, ['café', 'the']])
    expect((await editor.get(WORDS)).body).toEqual(body)
  })

  it('cannot be saved without ManageExcludedWords [CMP-015]', async () => {
    expect((await editor.put(WORDS, { content: ['x'] })).status).toBe(403)
    expect((await editor.get(WORDS)).body).toEqual([])
  })

  it('is not saved over another user’s newer list, and the answer says so', async () => {
    await admin.put(WORDS, { content: ['and', 'the'] })
    const { status, body } = await admin.put(WORDS, { content: ['and', 'of'], base: ['and'] })
    expect([status, body.details]).toEqual([409, { current: ['and', 'the'] }])
    const again = await admin.put(WORDS, { content: ['and', 'of'], base: [' THE', 'and'] })
    expect([again.status, again.body]).toEqual([200, ['and', 'of']])
  })

  it('loses nothing when many save at once: one succeeds, the others get a conflict', async () => {
    const saves = Array.from({ length: 10 }, (_, number) =>
      admin.put(WORDS, { content: [`word${'abcdefghij'[number]}`], base: [] }),
    )
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, ...Array(9).fill(409)])
    expect((await editor.get(WORDS)).body).toHaveLength(1)
  })

  it('holds no word that is too long, and no more than five thousand', async () => {
    expect((await admin.put(WORDS, { content: ['x'.repeat(61)] })).status).toBe(400)
    expect((await admin.put(WORDS, { content: Array(5001).fill('x') })).status).toBe(400)
    const many = Array.from({ length: 5000 }, (_, number) => `word${number}`)
    expect((await admin.put(WORDS, { content: many })).body).toHaveLength(5000)
  })
})

describe('an update', () => {
  const gaps = [
    { kind: 'product', text: 'B0C9TR41XM Pour Kettle' },
    { kind: 'product', text: 'B0C9TR41XM Pour Kettle again' },
    { kind: 'product', text: 'A kettle without a number' },
    { kind: 'heading', text: 'How we tested' },
    { kind: 'word', text: '“steam”: 12 times, ours 2' },
  ]

  async function begin(client = editor) {
    const { db } = api.database
    const [keyword, site] = [await buildKeyword(db), await buildSite(db)]
    const answer = await client.post(UPDATES, {
      keyword_id: keyword.id,
      site_id: site.id,
      title: 'The best kettle',
      url: 'https://www.amazon.com/story',
      gaps,
    })
    return { ...answer, keyword, site }
  }

  it('is a draft of the caller for keyword and site, with the gaps as its checklist', async () => {
    const { status, body, keyword, site } = await begin()
    expect(status).toBe(201)
    const { body: article } = await editor.get(`/api/articles/${body.article_id}`)
    expect(article).toMatchObject({
      title: 'The best kettle',
      status: 'draft',
      user_id: editor.id,
      site_id: site.id,
      notes: 'Compared with https://www.amazon.com/story',
      keywords: [{ keyword_id: keyword.id, keyword: keyword.keyword }],
    })
    expect(article.checklist).toMatchObject(gaps)
    // A product whose number is known is in the draft already; the others wait for somebody.
    expect(article.products).toMatchObject([{ asin: 'B0C9TR41XM', name: 'Pour Kettle' }])
    const ticked = { done_at: expect.any(String), done_by: { id: editor.id } }
    const open = { done_at: null, done_by: null }
    expect(article.checklist).toMatchObject([ticked, ticked, open, open, open])
  })

  it('names in its notes our article that it is about, with both links', async () => {
    const { keyword, site } = await begin()
    const notesFor = async (stories: object) => {
      const body = { keyword_id: keyword.id, site_id: site.id, title: 'T', gaps, ...stories }
      const made = await editor.post(UPDATES, body)
      return (await editor.get(`/api/articles/${made.body.article_id}`)).body.notes
    }
    const url = '/ospublishing/story/theirs?ascsubtag=x.en_US'
    const ours = { title: 'Our kettles', url: 'https://openkitchen.example/kettles' }
    expect(await notesFor({ url, their_title: 'Their kettles', ours })).toBe(
      'Update of “Our kettles”: https://openkitchen.example/kettles\n' +
        'Compared with “Their kettles”: http://localhost:3000/ospublishing/story/theirs?ascsubtag=x.en_US',
    )
    const nowhere = { url: 'javascript:alert(1)', their_title: 'Theirs', ours: { title: '', url: '' } }
    expect(await notesFor(nowhere)).toBe('Compared with “Theirs”')
    expect(await notesFor({})).toBeNull()
  })

  it('of a post that was not written here lists its products and its gaps, and is started once', async () => {
    const { db } = api.database
    const { keyword, site } = await begin()
    await writePosts(
      db,
      [
        {
          ...{
            siteId: site.id,
            postId: '731',
            title: 'Our old kettles',
            address: 'https://old.example/kettles',
          },
          ...{ published: null, modified: null, focusKeyword: null, picture: null, trackingId: null },
          products: [
            { asin: 'B0OLDKETTL', name: 'Old Kettle', award: 'Best Value', image: null },
            { asin: 'B0C9TR41XM', name: 'Pour Kettle', award: 'Best Overall', image: null },
          ],
        },
      ],
      'adopted',
    )
    const body = {
      ...{ keyword_id: keyword.id, site_id: site.id, title: 'T', gaps, their_title: 'Their kettles' },
      post: { site: site.code.toUpperCase(), post_id: '731' },
    }
    const made = await editor.post(UPDATES, body)
    expect(made.status).toBe(201)
    const { body: article } = await editor.get(`/api/articles/${made.body.article_id}`)
    expect(article).toMatchObject({
      title: 'Our old kettles',
      status: 'draft',
      keywords: [{ keyword: keyword.keyword }],
      products: [
        { asin: 'B0OLDKETTL', award: 'Best Value' },
        { asin: 'B0C9TR41XM', award: 'Best Overall' },
      ],
    })
    expect(article.notes).toMatch(/^Update of “Our old kettles”: https:\/\/old\.example\/kettles\n/)
    expect(article.notes).toMatch(/\nCompared with “Their kettles”$/)
    expect(article.checklist.slice(-gaps.length)).toMatchObject(gaps)
    const again = await editor.post(UPDATES, body)
    expect([again.status, again.body.details]).toEqual([409, { article_id: made.body.article_id }])
    expect((await editor.post(UPDATES, { ...body, post: { ...body.post, post_id: '732' } })).status).toBe(404)
  })

  it('is made once, even if the same call comes again', async () => {
    const { keyword, site } = await begin()
    const body = { keyword_id: keyword.id, site_id: site.id, title: 'T', gaps }
    const headers = { 'idempotency-key': `update ${keyword.id}`.replace(' ', '-') }
    const send = (title: string) =>
      editor.send({ method: 'POST', url: UPDATES, payload: { ...body, title }, headers })
    const made = await Promise.all([send('T'), send('T'), send('T')])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(made.map((answer) => answer.body.article_id)).size).toBe(1)
    expect((await send('Another')).status).toBe(422)
  })

  it('has the products among the gaps, each once', async () => {
    const { body } = await begin()
    const { body: article } = await editor.get(`/api/articles/${body.article_id}`)
    expect(article.products).toMatchObject([
      { asin: 'B0C9TR41XM', name: 'Pour Kettle', award: '', summary: null },
    ])
  })

  it('with a product name longer than an article allows is a draft that can be saved', async () => {
    const { keyword, site } = await begin()
    const gap = { kind: 'product', text: `B0C9TR41XM ${'long '.repeat(57)}name` }
    const made = await editor.post(UPDATES, {
      keyword_id: keyword.id,
      site_id: site.id,
      title: 'T',
      gaps: [gap],
    })
    const address = `/api/articles/${made.body.article_id}`
    const { version, products } = (await editor.get(address)).body
    expect(products[0].name).toMatch(/^(long ){50}/)
    const saved = await editor.patch(address, { products, version })
    expect([saved.status, saved.body.message]).toEqual([200, undefined])
  })

  it.each([
    ['an unknown keyword', { keyword_id: 999_999 }, 'keyword_id'],
    ['an unknown site', { site_id: 999_999 }, 'site_id'],
    ['no gaps', { gaps: [] }, 'gaps'],
    ['an empty gap', { gaps: [{ kind: 'word', text: ' ' }] }, 'gaps.0.text'],
    ['no title', { title: ' ' }, 'title'],
  ])('with %s is refused, and leaves nothing behind', async (_case, change, path) => {
    const { keyword, site } = await begin()
    const count = async () =>
      (await api.database.pool.query('select count(*)::int n from articles')).rows[0].n
    const before = await count()
    const body = { keyword_id: keyword.id, site_id: site.id, title: 'T', gaps, ...change }
    const answer = await editor.post(UPDATES, body)
    expect([answer.status, answer.body.validation.body.keys]).toEqual([400, [path]])
    expect(await count()).toBe(before)
  })

  it('keeps its checklist through saves, and loses it with the draft', async () => {
    const { body } = await begin()
    const address = `/api/articles/${body.article_id}`
    const { version } = (await editor.get(address)).body
    const saved = await editor.patch(address, { title: 'New', products: [], version })
    expect(saved.body.checklist).toHaveLength(gaps.length)
    expect((await editor.delete(address)).status).toBe(204)
    const { rows } = await api.database.pool.query('select from article_checklist where article_id = $1', [
      body.article_id,
    ])
    expect(rows).toEqual([])
  })
})

describe('a checklist', () => {
  async function draft() {
    const { db } = api.database
    const [keyword, site] = [await buildKeyword(db), await buildSite(db)]
    const gaps = [{ kind: 'heading', text: 'How we tested' }]
    const { body } = await editor.post(UPDATES, {
      keyword_id: keyword.id,
      site_id: site.id,
      title: 'T',
      gaps,
    })
    return `/api/articles/${body.article_id}`
  }

  it('can be ticked by the article’s editors and records their names; the version stays', async () => {
    const address = await draft()
    const before = (await editor.get(address)).body
    const { status, body } = await editor.patch(`${address}/checklist`, { position: 0, done: true })
    expect(status).toBe(200)
    expect(body.checklist[0]).toMatchObject({ done_at: expect.any(String), done_by: { id: editor.id } })
    expect(body.version).toBe(before.version)
    const open = await editor.patch(`${address}/checklist`, { position: 0, done: false })
    expect(open.body.checklist[0]).toMatchObject({ done_at: null, done_by: null })
  })

  it('belongs to the owner while a draft, and to QA once requested', async () => {
    const address = await draft()
    const [other, qa] = [await api.as('opm', 2), await api.as('qa')]
    const tick = { position: 0, done: true }
    expect((await other.patch(`${address}/checklist`, tick)).status).toBe(404)
    await api.database.pool.query("update articles set status = 'requested' where article_id = $1", [
      address.split('/').at(-1),
    ])
    expect((await other.patch(`${address}/checklist`, tick)).status).toBe(403)
    expect((await editor.patch(`${address}/checklist`, tick)).status).toBe(409)
    expect((await qa.patch(`${address}/checklist`, tick)).status).toBe(200)
  })

  it('refuses an unknown entry', async () => {
    const address = await draft()
    expect((await editor.patch(`${address}/checklist`, { position: 7, done: true })).status).toBe(404)
    expect((await editor.patch(`${address}/checklist`, { position: -1, done: true })).status).toBe(400)
  })
})
