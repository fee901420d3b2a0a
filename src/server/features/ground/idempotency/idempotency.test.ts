import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { answeredCalls } from '../../../db/schema/answered-calls.ts'
import { articles } from '../../../db/schema/articles.ts'
import { REMOVE_SHORT_LIVED } from '../../../kernel/retention/removal-store.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let owner: Client
let other: Client
let serial = 0
let key = ''

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  other = await api.as('opm', 2)
})
afterAll(() => api.close())
beforeEach(() => {
  serial += 1
  key = `dialog-${serial}`
})

const request = (over: object = {}) => ({
  siteId: 1,
  keywords: [{ keyword: 'best gooseneck kettle' }],
  title: `Kettles ${serial}`,
  products: [{ asin: 'B0CQ77XWHE', name: 'Moka Lane Duetto', award: 'Best Overall' }],
  draft: false,
  ...over,
})
const send = (who: Client, payload: object, name?: string) =>
  who.send({
    method: 'POST',
    url: '/api/articles',
    payload,
    headers: name === undefined ? {} : { 'idempotency-key': name },
  })
const countArticles = async () => (await api.database.db.select().from(articles)).length
const removeOld = () => api.runJob(REMOVE_SHORT_LIVED)

test('the same call twenty times at once makes one article and gets one answer [R17]', async () => {
  const before = await countArticles()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, request(), key)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countArticles()).toBe(before + 1)
  expect(answers[0]?.body.events).toHaveLength(1)
})

test('twenty calls at once without a key are twenty articles', async () => {
  const before = await countArticles()
  await Promise.all(Array.from({ length: 20 }, () => send(owner, request())))
  expect(await countArticles()).toBe(before + 20)
})

test('the same key with other content is refused with a sentence and makes nothing [R17]', async () => {
  const { body: first } = await send(owner, request(), key)
  const before = await countArticles()
  const { status, body } = await send(owner, request({ title: 'Other kettles' }), key)
  expect(status).toBe(422)
  expect(body.message).toMatch(/^This request was already sent with different content/)
  expect(await countArticles()).toBe(before)
  expect((await send(owner, request(), key)).body).toEqual(first)
})

test('two simultaneous requests with different contents under one key: the first is carried out, the second is refused [R17]', async () => {
  const before = await countArticles()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => send(owner, request({ intro: index % 2 ? 'One' : 'Two' }), key)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
  expect(await countArticles()).toBe(before + 1)
})

test('a call whose server died before it could answer is not carried out again [R17]', async () => {
  const { body: first } = await send(owner, request(), key)
  // As a server leaves it that dies right after the commit.
  await api.database.db.update(answeredCalls).set({ answer: null })
  const before = await countArticles()
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, request(), key)))
  for (const { status, body } of answers) expect([status, body.article_id]).toEqual([201, first.article_id])
  expect(await countArticles()).toBe(before)
})

test('a call that failed on the way is carried out when it is repeated [R17]', async () => {
  await api.database.pool.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before insert on article_events for each row execute function refuse()`,
  )
  const failed = await send(owner, request(), key)
  await api.database.pool.query('drop trigger refuse on article_events; drop function refuse()')
  expect(failed.status).toBe(500)
  expect((await send(owner, request({ title: 'Written anew' }), key)).status).toBe(201)
})

test('a refused call leaves its key to the corrected one', async () => {
  expect((await send(owner, request({ siteId: undefined }), key)).status).toBe(400)
  expect((await send(owner, request(), key)).status).toBe(201)
})

test('a key belongs to its caller', async () => {
  const [mine, theirs] = [await send(owner, request(), key), await send(other, request(), key)]
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(mine.body.article_id).not.toBe(theirs.body.article_id)
  expect((await send(api.visitor, request(), key)).status).toBe(401)
})

test('an invalid key is refused', async () => {
  for (const name of ['', 'x'.repeat(201), 'with a blank', 'schlüssel'])
    expect((await send(owner, request(), name)).status, name).toBe(400)
})

test('the description of the API names the header where it is understood', async () => {
  const { body } = await api.visitor.get('/api/openapi.json')
  const names = (path: string) =>
    body.paths[path].post.parameters.map(({ name }: { name: string }) => name) as string[]
  expect(names('/api/articles')).toContain('Idempotency-Key')
  expect(names('/api/articles/asana_article')).not.toContain('Idempotency-Key')
})

test('the first answer is repeated for a day, even if the article has changed [R17]', async () => {
  const { body: first } = await send(owner, request({ draft: true }), key)
  await owner.put(`/api/articles/${first.article_id}`, { title: 'Renamed' })
  api.advance(23.9 * HOUR_MS)
  await removeOld()
  // Nobody's session lasts that long.
  const { token } = (await api.signIn(owner.username)).body
  const sendAgain = (payload: object) =>
    api.visitor.send({
      method: 'POST',
      url: '/api/articles',
      payload,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    })
  expect((await sendAgain(request({ draft: true }))).body).toEqual(first)
  api.advance(0.2 * HOUR_MS)
  await removeOld()
  expect(await api.database.db.select().from(answeredCalls)).toEqual([])
  expect((await sendAgain(request({ draft: true }))).body.article_id).not.toBe(first.article_id)
})

test('a site refused for its code leaves the key to the corrected call', async () => {
  const admin = await api.as('adm')
  const add = (code: string) =>
    admin.send({
      method: 'POST',
      url: '/api/sites',
      payload: { code, display_name: `Key ${code}`, url: 'https://key.example' },
      headers: { 'idempotency-key': key },
    })
  expect(
    (await admin.post('/api/sites', { code: 'kz', display_name: 'One', url: 'https://one.example' })).status,
  ).toBe(201)
  expect((await add('kz')).status).toBe(409)
  expect((await add('ky')).status).toBe(201)
})
