import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FirstSteps, Step } from '#shared/features/desk/first-steps/contract.ts'
import { FIRST_STEPS } from '#shared/features/desk/first-steps/rules.ts'
import { adoptions } from '../../../db/schema/adoptions.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { portChecks } from '../../../db/schema/outside.ts'
import { sites } from '../../../db/schema/sites.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildKeyword, buildSite } from '../../../testing/builders.ts'
import { insertSamplePassword } from '../../ground/system/store.ts'

const PATH = '/api/first-steps'

let api: Api
let adm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  await api.as('opm')
})
afterAll(() => api.close())

const read = async (): Promise<FirstSteps> => (await adm.get(PATH)).body
const statesOf = ({ steps }: FirstSteps) => Object.fromEntries(steps.map(({ step, state }) => [step, state]))
const stepOf = ({ steps }: FirstSteps, name: string): Step | undefined =>
  steps.find(({ step }) => step === name)

it('are shown to users who manage sites', async () => {
  for (const role of ['opm', 'qa', 'wrt'] as const) {
    const client = await api.as(role)
    expect((await client.get(PATH)).status, role).toBe(403)
    expect((await client.put(PATH, { hidden: true })).status, role).toBe(403)
    expect((await client.put(`${PATH}/site`, { skipped: true })).status, role).toBe(403)
  }
  expect((await adm.put(`${PATH}/coffee`, { skipped: true })).status).toBe(400)
})

it('follow the workspace’s content: a site, its posts, keywords and people', async () => {
  const { db } = api.database
  for (const table of [contentPosts, adoptions, keywords]) await db.delete(table)
  await db.update(sites).set({ retiredAt: api.now() })
  expect(statesOf(await read())).toMatchObject({ site: 'open', posts: 'blocked', keywords: 'open' })
  const { id: siteId } = await buildSite(db, { displayName: 'Open Kitchen' })
  const withSite = await read()
  expect(statesOf(withSite)).toMatchObject({ site: 'done', posts: 'open', people: 'done' })
  expect(withSite.site?.display_name).toBe('Open Kitchen')
  expect(withSite.posts).toMatchObject({ site: { site_id: siteId }, followed: 0, total: 0 })
  const now = api.now()
  const [run] = await db
    .insert(adoptions)
    .values({
      siteId,
      kind: 'whole',
      state: 'reading',
      total: 1180,
      done: 412,
      startedAt: now,
      touchedAt: now,
    })
    .returning()
  const running = await read()
  expect(statesOf(running).posts).toBe('running')
  expect(running.posts).toMatchObject({ total: 1180, done: 412, moved_at: now.toISOString() })
  const ended = { state: 'stopped' as const, endedAt: now, reason: 'The site refused the password.' }
  await db.update(adoptions).set(ended)
  const stopped = await read()
  expect([statesOf(stopped).posts, stopped.posts.reason]).toEqual([
    'failed',
    'The site refused the password.',
  ])
  await db.update(adoptions).set({ state: 'finished', reason: null })
  expect(statesOf(await read()).posts).toBe('done')
  expect(run?.siteId).toBe(siteId)
  await buildKeyword(db, 'gooseneck kettle')
  const last = await read()
  expect([statesOf(last).keywords, last.keywords.count]).toEqual(['done', 1])
})

it('count the keywords that the posts of the next site would bring, as their preview does', async () => {
  const { db } = api.database
  await db.delete(keywords)
  await db.update(sites).set({ retiredAt: api.now() })
  const [kitchen, garden] = [await buildSite(db), await buildSite(db)]
  const post = (siteId: number, postId: string, focusKeyword: string, changes = {}) => ({
    siteId,
    postId,
    title: `Post ${postId}`,
    permalink: `https://kitchen.example/${siteId}/${postId}`,
    publishedAt: api.now(),
    modifiedAt: api.now(),
    focusKeyword,
    source: 'adopted' as const,
    ...changes,
  })
  await db
    .insert(contentPosts)
    .values([
      post(kitchen.id, '801', 'Gooseneck kettle'),
      post(kitchen.id, '802', 'gooseneck  kettle'),
      post(kitchen.id, '803', 'burr grinder'),
      post(kitchen.id, '804', 'milk frother', { goneAt: api.now() }),
      post(garden.id, '805', 'fire pit'),
    ])
  const { keywords: found, posts } = await read()
  expect([posts.site?.site_id, found]).toEqual([kitchen.id, { count: 0, found: 2 }])
  const preview = await adm.get(`/api/sites/${kitchen.id}/adoption/keywords`)
  expect(preview.body.added).toBe(2)
})

it('count systems with an outside vendor, and say why a vendor refuses us', async () => {
  const { db } = api.database
  const state = (port: string, changes = {}) => ({
    port,
    adapter: 'built-in',
    ok: true,
    detail: 'Built in',
    checkedAt: api.now(),
    ...changes,
  })
  await db.delete(portChecks)
  await db
    .insert(portChecks)
    .values([
      state('Mail'),
      state('Products', { adapter: 'Amazon', ok: false, detail: 'Amazon refused the secret.' }),
    ])
  const refused = await read()
  expect(statesOf(refused).systems).toBe('open')
  expect(refused.systems.map(({ system, adapter }) => [system, adapter]).slice(0, 3)).toEqual([
    ['Mail', 'built-in'],
    ['Products', 'Amazon'],
    ['Searches', null],
  ])
  expect(refused.systems[1]).toMatchObject({ ok: false, detail: 'Amazon refused the secret.' })
  expect(refused.systems[1]?.settings).toContain('AMAZON_CREATORS_CREDENTIAL_ID')
  await db.insert(portChecks).values([state('Searches', { adapter: 'Search Console' })])
  expect(statesOf(await read()).systems).toBe('done')
  await db.delete(portChecks)
})

it('are skipped and taken up again by name, and done once all of them are settled', async () => {
  for (const step of FIRST_STEPS) await adm.put(`${PATH}/${step}`, { skipped: true })
  const skipped = await read()
  expect(stepOf(skipped, 'systems')).toMatchObject({
    state: 'skipped',
    skipped: { name: 'Adm One', by_you: true, at: expect.stringMatching(/^2/) },
  })
  expect(skipped.is_done).toBe(true)
  for (const step of FIRST_STEPS) await adm.put(`${PATH}/${step}`, { skipped: false })
  const again = await read()
  expect([stepOf(again, 'systems')?.state, again.is_done]).toEqual(['open', false])
  const { rows } = await api.database.pool.query(
    `select act, label from audit_entries where noun = 'workspace' and label = 'systems' order by id`,
  )
  expect(rows).toEqual([
    { act: 'steps.skipped', label: 'systems' },
    { act: 'steps.resumed', label: 'systems' },
  ])
})

it('can be hidden and shown again, and are hidden in the sample', async () => {
  expect((await read()).is_hidden).toBe(false)
  expect((await adm.put(PATH, { hidden: true })).body.is_hidden).toBe(true)
  expect((await adm.put(PATH, { hidden: false })).body.is_hidden).toBe(false)
  await insertSamplePassword(api.database.db, 'a sample password')
  expect((await read()).is_hidden).toBe(true)
})
