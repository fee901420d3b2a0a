import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { noise } from '../../../testing/hostile-images.ts'

let api: Api
beforeAll(async () => {
  api = await startApi({ PUBLIC_URL: 'https://desk.example', UPLOADS_PER_DAY: '3' })
})
afterAll(() => api.close())

const picture = async (seed: number) => noise(20, 20, seed).png().toBuffer()
const put = async (seed: number) =>
  api.app.images.put({ bytes: await picture(seed), type: 'image/png' }, 'hero')
const kept = async () =>
  (await readdir(join(api.settings.dataDir, 'images'))).map((name) => `/images/${name}`)

const removeUnused = () => api.runJob(REMOVE_OLD)

/** The text of a question, however it is put. */
const asked = (question: unknown) =>
  typeof question === 'object' && question !== null && 'text' in question
    ? String(question.text)
    : String(question)

async function upload(role: 'opm' | 'qa', seed: number) {
  const form = new FormData()
  form.append('key', 'hero')
  form.append('file', new Blob([new Uint8Array(await picture(seed))], { type: 'image/png' }), 'a.png')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await encoded.arrayBuffer())
  return (await api.as(role, 2)).send({ method: 'POST', url: '/api/images', headers, payload })
}

test('a picture that no article and no site shows goes a day after it was stored', async () => {
  const { db } = api.database
  const userId = (await api.as('opm')).id
  const [draft, published, absolute, logo, unused] = await Promise.all([1, 2, 3, 4, 5].map(put))
  await buildArticle(db, { userId, status: 'draft', imageUrl: draft })
  await buildArticle(db, { userId, status: 'published', imageUrl: published })
  await buildArticle(db, { userId, imageUrl: `https://desk.example${absolute}` })
  await buildSite(db, { logoUrl: logo })
  api.advance(DAY_MS - 60_000)
  const fresh = await put(6)
  await removeUnused()
  expect(await kept()).toContain(unused)
  api.advance(120_000)
  await removeUnused()
  const left = await kept()
  expect(left).toEqual(expect.arrayContaining([draft, published, absolute, logo, fresh]))
  expect(left).not.toContain(unused)
})

test('typed addresses never block the cleanup', async () => {
  const { db } = api.database
  const userId = (await api.as('opm')).id
  const [queried, unused] = await Promise.all([31, 32].map(put))
  await buildArticle(db, { userId, imageUrl: 'https://a.example/100%.jpg' })
  await buildArticle(db, { userId, imageUrl: `https://desk.example${queried}?size=100%` })
  await buildSite(db, { logoUrl: 'https://a.example/%E0%A4%A' })
  api.advance(DAY_MS + 1000)
  await removeUnused()
  const left = await kept()
  expect(left).toContain(queried)
  expect(left).not.toContain(unused)
})

test('a thousand old pictures take a question for every hundred, and not one each', async () => {
  const folder = join(api.settings.dataDir, 'images')
  await mkdir(folder, { recursive: true })
  const old = Array.from({ length: 1000 }, (_, number) => `old-${String(number).padStart(32, '0')}.png`)
  await Promise.all(old.map((name) => writeFile(join(folder, name), '')))
  const before = await kept()
  expect(before).toEqual(expect.arrayContaining(old.map((name) => `/images/${name}`)))
  api.advance(DAY_MS + 1000)
  let questions = 0
  const { query } = api.database.pool
  api.database.pool.query = ((...given: Parameters<typeof query>) => {
    // Other queries run too: the queue, and polling for news.
    if (asked(given[0]).includes('site_posts')) questions += 1
    return query.apply(api.database.pool, given)
  }) as typeof query
  await removeUnused()
  api.database.pool.query = query
  expect(questions).toBeGreaterThanOrEqual(10)
  expect(questions).toBeLessThan(15)
  expect((await kept()).filter((address) => address.includes('/old-'))).toEqual([])
})

test('other programs’ files in the folder stay there', async () => {
  const folder = join(api.settings.dataDir, 'images')
  await mkdir(folder, { recursive: true })
  const foreign = ['company-logo.png', 'report-2024.svg', `${'0'.repeat(32)}.jpg`, `a-${'0'.repeat(31)}.jpg`]
  for (const name of foreign) await writeFile(join(folder, name), 'not ours')
  api.advance(DAY_MS + 1000)
  await removeUnused()
  expect(await kept()).toEqual(expect.arrayContaining(foreign.map((name) => `/images/${name}`)))
  for (const name of foreign) await rm(join(folder, name))
})

test('a picture that is stored or taken over again is as young as a new one', async () => {
  const [again, taken, old] = await Promise.all([11, 12, 13].map(put))
  api.advance(DAY_MS + 1000)
  expect(await put(11)).toBe(again)
  const answer = await (await api.as('qa', 2)).post('/api/images', { key: 'hero', imageUrl: taken })
  expect([answer.status, answer.body.image_url]).toEqual([200, taken])
  await removeUnused()
  const left = await kept()
  expect(left).toEqual(expect.arrayContaining([again, taken]))
  expect(left).not.toContain(old)
})

test('a person can store a limited number of pictures a day, which keeps nobody else from it', async () => {
  for (const seed of [21, 22, 23]) expect((await upload('opm', seed)).status).toBe(200)
  const fourth = await upload('opm', 24)
  expect([fourth.status, fourth.body.message]).toEqual([
    429,
    'You’ve uploaded too many images today. Try again tomorrow.',
  ])
  expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(3600)
  expect((await upload('qa', 25)).status).toBe(200)
})
