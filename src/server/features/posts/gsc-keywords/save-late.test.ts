import { expect, it } from 'vitest'
import type { PublishingSite, PublishingSites } from '../../../integrations/publishing-site/port.ts'
import type { Caller } from '../../../security/actor.ts'
import { startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { createPostKeywords } from '../content-tracker/service.ts'
import { saveKeywords, undoKeyword } from './verbs/save-keywords.ts'

type WriteKeyword = PublishingSite['writeKeyword']

/** A post whose site writes keywords in its own way. */
async function openPost() {
  const api = await startApi()
  const opm = await api.as('opm')
  const { db } = api.database
  const site = await buildSite(db, { code: 'tt', url: 'https://tt.example' })
  await writePosts(
    db,
    [
      {
        siteId: site.id,
        postId: '17',
        title: 'Slow site',
        published: '2026-01-02T00:00:00Z',
        modified: null,
        address: 'https://tt.example/17',
        focusKeyword: 'slow',
        picture: null,
        trackingId: null,
        products: null,
      },
    ],
    'import',
  )
  const siteThat = (writeKeyword: WriteKeyword) => (() => ({ writeKeyword })) as unknown as PublishingSites
  const deps = {
    db,
    sites: { findSite: async () => ({ ...site, code: 'tt' }) as never },
    postKeywords: createPostKeywords({ timeZone: 'UTC' }),
  }
  const actor: Caller = {
    kind: 'person',
    id: opm.id,
    firstName: 'Opm',
    lastName: 'One',
    username: opm.username,
    roleId: 'opm',
    permissions: ['ViewKeywords'],
    session: '',
    origin: { requestId: 'test', address: '127.0.0.1' },
  }
  return { api, opm, siteThat, deps, actor, post: { siteId: site.id, postId: '17', before: 'slow' } }
}

it('a late save is dropped once another user has taken over from a site that did not answer', async () => {
  const { api, opm, siteThat, deps, actor, post } = await openPost()
  const { pool } = api.database
  const begun = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const change = { ...post, after: 'too late' }
  const slow = {
    ...deps,
    clock: () => new Date(api.now().getTime() - 61_000),
    publishing: siteThat(() => {
      begun.resolve()
      return answered.promise
    }),
  }
  const late = saveKeywords(slow, actor, [change])
  await begun.promise
  const quick = { ...deps, clock: () => api.now(), publishing: siteThat(async () => {}) }
  expect(await saveKeywords(quick, actor, [{ ...change, after: 'in time' }])).toMatchObject([{ error: null }])
  answered.resolve()
  expect((await late)[0]?.error).toMatch(/took too long/)
  const { rows } = await pool.query('select focus_keyword from content_posts where post_id = $1', ['17'])
  expect(rows[0]?.focus_keyword).toBe('in time')
  expect((await opm.get('/api/gsc-keywords-actions/')).body.nodes).toMatchObject([
    { keyword_after: 'in time', state: 'done', undoable: true },
    { keyword_after: 'too late', state: 'failed', error: expect.stringMatching(/^We don’t know/) },
  ])
  await api.close()
})

it('an undo gives the site its previous field values back', async () => {
  const { api, opm, siteThat, deps, actor, post } = await openPost()
  const held = {
    _yoast_wpseo_focuskw: 'slow',
    rank_math_focus_keyword: 'slow,slower',
    aop_focus_keyword: null,
  }
  const undone: Parameters<WriteKeyword>[] = []
  const publishing = siteThat(async (id, keyword, steps) => {
    if (steps?.undo) undone.push([id, keyword, { undo: steps.undo }])
    await steps?.keep?.(held)
  })
  const quick = { ...deps, clock: () => api.now(), publishing }
  await saveKeywords(quick, actor, [{ ...post, after: 'fast' }])
  const [{ action_id: id }] = (await opm.get('/api/gsc-keywords-actions/')).body.nodes
  expect(await undoKeyword(quick, actor, id)).toMatchObject({ error: null })
  expect(undone).toEqual([[17, 'slow', { undo: { before: held, written: 'fast' } }]])
  await api.close()
})
