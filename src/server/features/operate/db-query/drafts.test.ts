import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword } from '../../../testing/builders.ts'

let api: Api
let eng: Client
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
})
afterAll(() => api.close())

const ask = async (query: string) => (await eng.post('/api/query', { query })).body
const errorOf = async (query: string) => (await ask(query)).error?.message ?? 'answered'

it('reveals that drafts exist but nothing of their content, by any query', async () => {
  const { db, pool } = api.database
  const keyword = await buildKeyword(db, 'secret kettles')
  const { rows: sites } = await pool.query('select min(site_id) as id from sites')
  const siteId: number = sites[0].id
  const opm = await api.as('opm')
  const build = (status: 'draft' | 'requested', title: string) =>
    buildArticle(db, { userId: opm.id, siteId, status, title })
  const [draft, sent] = [await build('draft', 'Secret kettles'), await build('requested', 'Plain kettles')]
  for (const { id } of [draft, sent]) {
    await pool.query(
      'insert into article_keywords (article_id, keyword_id, position) values ($1, $2, 0) on conflict do nothing',
      [id, keyword.id],
    )
    await pool.query(
      "insert into article_products (article_id, asin, name, award, position) values ($1, 'B0SECRET01', 'Kettle', 'Best', 9)",
      [id],
    )
  }
  const both = `in (${draft.id}, ${sent.id})`
  expect(
    (await ask(`select title from articles where article_id ${both} order by 1 nulls last`)).rows,
  ).toEqual([['Plain kettles'], [null]])
  for (const view of ['article_keywords', 'article_products'])
    expect(
      (await ask(`select distinct article_id from ${view} where article_id ${both}`)).rows,
      view,
    ).toEqual([[String(sent.id)]])
  // An expression that fails for the row in question must not be evaluated for hidden rows.
  const guess = (name: string) =>
    errorOf(
      `select count(*) from article_products where 1 / (case when asin = '${name}' and article_id = ${draft.id} then 0 else 1 end) > 0`,
    )
  expect(await guess('B0SECRET01')).toBe('answered')
})

it('reveals no draft by a plan, its counts or the cost of a condition', async () => {
  const { db, pool } = api.database
  const { rows: sites } = await pool.query('select min(site_id) as id from sites')
  const opm = await api.as('opm')
  const { id: draftId } = await buildArticle(db, { userId: opm.id, siteId: sites[0].id, status: 'draft' })
  const keyword = await buildKeyword(db, 'hidden kettles')
  await pool.query('insert into article_keywords (article_id, keyword_id, position) values ($1, $2, 7)', [
    draftId,
    keyword.id,
  ])
  await pool.query(
    "insert into article_products (article_id, asin, name, award, position) select $1, 'B0HIDDEN01', 'Hidden', 'Best', n from generate_series(1, 500) n",
    [draftId],
  )
  await pool.query('analyze article_products, article_keywords')
  const conditions: readonly (readonly [view: string, right: string, wrong: string])[] = [
    ['article_products', "asin = 'B0HIDDEN01'", "asin = 'B0HIDDEN02'"],
    ['article_products', "name = 'Hidden'", "name = 'Absent'"],
    ['article_products', `article_id = ${draftId}`, 'article_id = 0'],
    ['article_keywords', `keyword_id = ${keyword.id}`, 'keyword_id = 0'],
  ]
  const planOf = async (view: string, condition: string) => {
    const { rows } = await ask(
      `explain (analyze, verbose, buffers, timing off, summary off) select 1 from ${view} where ${condition}`,
    )
    return rows
      .flat()
      .join('\n')
      .replaceAll(condition, '')
      .replace(/Filter: .*|Buffers: .*/g, '')
  }
  const workOf = async (view: string, condition: string) =>
    (
      await ask(
        `with done as materialized (select count(*) from ${view} where ${condition})
         select count, seq_tup_read, idx_scan, idx_tup_fetch from done, pg_stat_xact_all_tables where relname = '${view}'`,
      )
    ).rows
  for (const [view, right, wrong] of conditions) {
    expect(await planOf(view, right), right).toBe(await planOf(view, wrong))
    expect(await workOf(view, right), right).toEqual(await workOf(view, wrong))
  }
})

it('names the article that an update is of, except while the update is a draft', async () => {
  const { db, pool } = api.database
  const { rows: sites } = await pool.query('select min(site_id) as id from sites')
  const opm = await api.as('opm')
  const build = (status: 'published' | 'draft' | 'requested') =>
    buildArticle(db, { userId: opm.id, siteId: sites[0].id, status })
  const [ofDraft, ofSent] = [await build('published'), await build('published')]
  const [draft, sent] = [await build('draft'), await build('requested')]
  for (const [update, article] of [
    [draft, ofDraft],
    [sent, ofSent],
  ] as const)
    await pool.query('update articles set revises_id = $1 where article_id = $2', [article.id, update.id])
  const { rows } = await ask(
    `select revises_id from articles where article_id in (${draft.id}, ${sent.id}) order by article_id`,
  )
  expect(rows).toEqual([[null], [String(ofSent.id)]])
})
