import { cp, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createBlankDatabase } from './testing.ts'

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

let database: Database
let before: string
beforeEach(async () => {
  database = await createBlankDatabase()
  before = await mkdtemp(path.join(os.tmpdir(), 'copydesk-before-'))
})
afterEach(async () => {
  await database.close()
  await rm(before, { recursive: true })
})

const run = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
const upgrade = () => migrate(database.pool, FOLDER)

/** The database as it was before a migration and all later ones, with a site and somebody. */
async function begin(migration: string) {
  const isEarlier = (file: string) => !file.endsWith('.sql') || path.basename(file) < migration
  await cp(FOLDER, before, { recursive: true, filter: isEarlier })
  await migrate(database.pool, before)
  // As that version wrote them: what builds rows for other tests knows the columns of today.
  const insert = async (sql: string, values: unknown[]) => Number((await run(sql, values))[0].id)
  const userId = await insert(
    `insert into users (username, first_name, last_name, role_id, password_hash)
     values ('ada@desk.example', 'Ada', 'Old', 'opm', '') returning id`,
    [],
  )
  const siteId = await insert(
    `insert into sites (code, display_name, normalized_name, url, logo_url, asana_gid)
     values ('hs', 'Hearthside', 'hearthside', 'https://hearthside.example', '', '1') returning site_id as id`,
    [],
  )
  const adopt = () =>
    run("insert into adoptions (site_id, kind, started_at, touched_at) values ($1, 'whole', now(), now())", [
      siteId,
    ])
  const article = ({ status, notes = '' }: { status: string; notes?: string }) =>
    insert(
      `insert into articles (user_id, site_id, title, status, notes)
       values ($1, $2, 'Kettles', $3, $4) returning article_id as id`,
      [userId, siteId, status, notes],
    )
  const post = (postId: string, values: Record<string, unknown>) => {
    const all = { site_id: siteId, post_id: postId, title: 'Kettles', source: 'adopted', ...values }
    const columns = Object.keys(all)
    const places = columns.map((_, index) => `$${index + 1}`)
    return run(`insert into content_posts (${columns}) values (${places})`, Object.values(all))
  }
  return { adopt, article, post }
}

describe('updates of posts that were not written here, as the version before left them', () => {
  const NOTES = {
    post: 'Update of “Kettles”. Once approved, it takes the place of all text of that post.',
    another: 'Update of “Kettles”. It becomes a post of its own: that post is not changed.',
  }
  const renewals = () => run('select article_id as id, wordpress_id as post from article_renewals order by 1')

  it('keep what was announced, and an open one is tied to its post', async () => {
    const { article, post } = await begin('20261125043414_announced_renewals')
    const [whole, other] = [
      await article({ status: 'requested', notes: NOTES.post }),
      await article({ status: 'draft', notes: NOTES.another }),
    ]
    const past = await article({ status: 'canceled', notes: NOTES.post })
    await post('11', { update_article_id: whole })
    await post('12', { update_article_id: other })
    await post('13', { update_article_id: past })
    await post('14', {})
    await upgrade()
    expect(await run('select post_id, update_renews from content_posts order by 1')).toEqual([
      { post_id: '11', update_renews: 'post' },
      { post_id: '12', update_renews: 'another' },
      { post_id: '13', update_renews: 'post' },
      { post_id: '14', update_renews: null },
    ])
    expect(await renewals()).toEqual([{ id: whole, post: 11 }])
  })

  it('stop at none that a file has numbered otherwise', async () => {
    const { article, post } = await begin('20261125043414_announced_renewals')
    await post('kettles-2024', { update_article_id: await article({ status: 'draft', notes: NOTES.post }) })
    await post('99999999999', { update_article_id: await article({ status: 'draft', notes: NOTES.post }) })
    await upgrade()
    expect(await renewals()).toEqual([])
  })
})

describe('a post that got its old text back', () => {
  const gone = { gone_at: new Date('2026-11-20T08:00:00Z'), source: 'copydesk' }
  const insertRenewal = (articleId: number, postId: number, undoneAt: Date | null) =>
    run('insert into article_renewals (article_id, wordpress_id, undone_at) values ($1, $2, $3)', [
      articleId,
      postId,
      undoneAt,
    ])
  const posts = () => run('select post_id, source, gone_at is null as there from content_posts order by 1')

  it('and was said to be gone is in the tracker again', async () => {
    const { adopt, article, post } = await begin('20261125083909_returned_posts')
    await adopt()
    await insertRenewal(await article({ status: 'canceled' }), 21, new Date())
    await post('21', gone)
    // It went with its article, which nobody has undone.
    await post('22', gone)
    await upgrade()
    expect(await posts()).toEqual([
      { post_id: '21', source: 'adopted', there: true },
      { post_id: '22', source: 'copydesk', there: false },
    ])
  })

  it('is told of by files where nobody has read its site', async () => {
    const { article, post } = await begin('20261125083909_returned_posts')
    await insertRenewal(await article({ status: 'canceled' }), 21, new Date())
    await post('21', gone)
    await upgrade()
    expect(await posts()).toEqual([{ post_id: '21', source: 'import', there: true }])
  })

  it('keeps what was announced of the update that was begun since, and of no other one', async () => {
    const { article, post } = await begin('20261125083909_returned_posts')
    const next = async (postId: number, status: string) => {
      await insertRenewal(await article({ status: 'canceled' }), postId, new Date())
      const id = await article({ status })
      await insertRenewal(id, postId, null)
      await post(String(postId), { source: 'copydesk', update_article_id: id, update_renews: 'post' })
    }
    await next(31, 'requested')
    await next(32, 'canceled')
    const another = { update_article_id: await article({ status: 'requested' }), update_renews: 'another' }
    await post('33', another)
    await upgrade()
    expect(await run('select post_id, update_renews from content_posts order by 1')).toEqual([
      { post_id: '31', update_renews: 'post' },
      { post_id: '32', update_renews: null },
      { post_id: '33', update_renews: 'another' },
    ])
  })
})
