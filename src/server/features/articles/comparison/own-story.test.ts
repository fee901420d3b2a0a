import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildKeyword, buildSite, buildUser } from '../../../testing/builders.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const addressOf = (at: number) =>
  `/ospublishing/story/0b7e6b2c-6a0e-4d59-9a55-0f5f0c9a7d${at}?ascsubtag=x.en_US`

test('our own story opens like its published article, and another publisher’s of that title does not', async () => {
  const { db } = api.database
  const { id: keywordId } = await buildKeyword(db)
  const { id: siteId } = await buildSite(db, { displayName: 'Hearthside' })
  const { id: otherId } = await buildSite(db, { displayName: 'Kettle Corner' })
  const { id: userId } = await buildUser(db)
  const title = 'Kettles for Small Rooms'
  const ofArticle = { title, userId, status: 'published' }
  const intro = 'Nine kettles in one room.\n\nTwo of them were quiet.'
  await buildArticle(db, { ...ofArticle, intro, siteId })
  await buildArticle(db, { ...ofArticle, intro: 'Four kettles, of another site.', siteId: otherId })
  const told = [
    { publisher: 'Hearthside', isOurs: true },
    { publisher: 'Theirs', isOurs: false },
    { publisher: 'Kettle Corner', isOurs: true },
  ]
  const hits = told.map((of, at) =>
    buildHit({ ...of, keywordId, day: `2026-09-1${at}`, url: addressOf(at + 50), title, items: [] }),
  )
  await recordHits(db, hits, '2026-10-30')
  const reader = await api.as('opm')
  const heroOf = async (at: number) =>
    (await reader.patch('/api/comparison/scan', { url: addressOf(at) })).body.heroText
  expect(await heroOf(50)).toMatch(/^Nine kettles in one room/)
  expect(await heroOf(51)).not.toContain('kettles')
  expect(await heroOf(52)).toMatch(/^Four kettles, of another site/)
})

test('of a site that has another name by now a story begins as the only article of its title does', async () => {
  const { db } = api.database
  const { id: keywordId } = await buildKeyword(db)
  const { id: userId } = await buildUser(db)
  const sites = [
    await buildSite(db, { displayName: 'Lamp Post' }),
    await buildSite(db, { displayName: 'Desk Life' }),
  ]
  const write = (title: string, intro: string, at: number) =>
    buildArticle(db, { title, intro, userId, status: 'published', siteId: sites[at]?.id ?? 0 })
  await write('Lamps That Last', 'Six lamps.', 0)
  await write('Desks That Last', 'Three desks.', 0)
  await write('Desks That Last', 'Five desks.', 1)
  const hits = ['Lamps That Last', 'Desks That Last'].map((title, at) =>
    buildHit({
      ...{ publisher: 'Lamps of Old', isOurs: true, keywordId, items: [], title },
      day: `2026-09-2${at}`,
      url: addressOf(at + 60),
    }),
  )
  await recordHits(db, hits, '2026-10-30')
  const reader = await api.as('opm')
  const heroOf = async (at: number) =>
    (await reader.patch('/api/comparison/scan', { url: addressOf(at) })).body.heroText
  expect(await heroOf(60)).toMatch(/^Six lamps/)
  expect(await heroOf(61)).not.toContain('desks.')
})

test('a story of a site that has no such article does not begin as another site’s only one of that title', async () => {
  const { db } = api.database
  const { id: keywordId } = await buildKeyword(db)
  const { id: userId } = await buildUser(db)
  await buildSite(db, { displayName: 'Fireside' })
  const { id: siteId } = await buildSite(db, { displayName: 'Woodside' })
  const title = 'Stoves for Cabins'
  await buildArticle(db, { title, intro: 'Seven stoves.', userId, status: 'published', siteId })
  const of = { publisher: 'Fireside', isOurs: true, keywordId, items: [], title }
  await recordHits(db, [buildHit({ ...of, day: '2026-09-25', url: addressOf(70) })], '2026-10-30')
  const reader = await api.as('opm')
  const { body } = await reader.patch('/api/comparison/scan', { url: addressOf(70) })
  expect(body.heroText).not.toContain('stoves')
})
