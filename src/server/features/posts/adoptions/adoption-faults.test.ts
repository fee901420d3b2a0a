import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { RESUME_RUNS } from '../../../kernel/runs/resume-runs.ts'
import { asinOf, linkTo, startAdoptionStage } from '../../../testing/adoption-stage.ts'

const stage = await startAdoptionStage()
const { api, site, siteId, start, read, adopt, nextHour, content, report } = stage
const { blog, put } = site
const { database, app } = api
const link = linkTo
beforeEach(stage.clear)
afterAll(stage.close)

describe('a run that does not go well', () => {
  /** Runs the jobs that wait for a moment that has not come. */
  async function noMatterWhen() {
    await database.pool.query("update jobs.job set start_after = now() where state in ('created', 'retry')")
    await app.queue.drain()
  }
  const running = async () => (await read()).running

  it('resumes after a kill: every post once, none missing', async () => {
    for (let id = 1; id <= 130; id++) put({ id, content: link(asinOf(id)) })
    let asked = 0
    blog.mishap = () => {
      asked += 1
      return asked > 6 ? { fails: 'hangs-up' } : {}
    }
    await start()
    await app.queue.drain()
    const half = await running()
    expect(half).toMatchObject({ state: 'reading', total: 130, reason: 'WordPress is not available.' })
    expect(half.done).toBeGreaterThan(0)
    expect(half.done).toBeLessThan(130)
    // The worker died, and its job is lost.
    await database.pool.query('delete from jobs.job')
    blog.mishap = () => ({})
    api.advance(HOUR_MS)
    await api.runJob(RESUME_RUNS)
    await app.queue.drain()
    const { last } = await read()
    expect(last).toMatchObject({ state: 'finished', total: 130, done: 130, outcomes: { added: 130 } })
    expect(blog.handedOut.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 130 }, (_, at) => at + 1),
    )
    expect(await content()).toHaveLength(130)
  })

  it('finds the one post that its site cannot make, refuses it, and reads the others', async () => {
    for (let id = 1; id <= 45; id++) put({ id })
    blog.mishap = (ids) => (ids.includes(23) ? { fails: 500 } : {})
    await start()
    await app.queue.drain()
    for (let turn = 0; turn < 12 && (await running()); turn++) {
      // Its circuit breaker lets the site rest for half a minute.
      api.advance(60_000)
      await noMatterWhen()
    }
    const { last } = await read()
    expect(last).toMatchObject({ state: 'finished', outcomes: { added: 44, refused: 1 } })
    expect((await report(last.adoption_id)).nodes[0]).toMatchObject({
      post_id: '23',
      note: 'WordPress is not available.',
    })
  })

  it('stores a repeated post once, and refuses one with an impossible year', async () => {
    put({ id: 1, content: link(asinOf(1)) })
    put({ id: 2, modified: '+012345-01-01T00:00:00' })
    blog.isCached = true
    const { last } = await adopt()
    expect(last).toMatchObject({ state: 'finished', outcomes: { added: 1, refused: 1 } })
  })

  it('reports a site that answers every page with the same posts, and stops querying it', async () => {
    for (let id = 1; id <= 100; id++) put({ id })
    blog.isCached = true
    const before = site.requests.length
    await start()
    await app.queue.drain()
    const { running } = await read()
    expect(running.reason).toContain('A cache seems to ignore the page number')
    expect(site.requests.length - before).toBeLessThan(20)
    blog.isCached = false
  })

  it('keeps imported posts that the site does not show', async () => {
    await database.pool.query(
      "insert into content_posts (site_id, post_id, title, source) values ($1, '77', 'Told by a file', 'import')",
      [siteId],
    )
    put({ id: 1 })
    await adopt()
    await nextHour()
    expect(await content()).toMatchObject([
      { post_id: '1', source: 'adopted' },
      { post_id: '77', gone: false },
    ])
  })

  it('waits with a reason where the account may not see other users’ posts, and marks none as gone', async () => {
    put({ id: 1 })
    await adopt()
    blog.capabilities.edit_others_posts = false
    await start()
    await app.queue.drain()
    expect((await running()).reason).toMatch(/may not see and change other users’ posts/)
    expect(await content()).toMatchObject([{ gone: false }])
    blog.capabilities.edit_others_posts = true
    await noMatterWhen()
    expect((await read()).last).toMatchObject({ state: 'finished', reason: null, outcomes: { known: 1 } })
  })
})
