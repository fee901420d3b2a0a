import { afterAll, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { asinOf, linkTo, startAdoptionStage } from '../../../testing/adoption-stage.ts'
import { buildArticle, buildKeyword, buildUser } from '../../../testing/builders.ts'
import { type Death, killable } from '../../../testing/killable.ts'
import { openPlaces, replacementSteps, stagedCatalog } from '../../../testing/replacement-stage.ts'
import { insertSamplePassword } from '../../ground/system/store.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'
import {
  markDayComplete,
  recomputeQueryTotals,
  recomputeSearchTotals,
  writeRows,
} from '../../posts/gsc-keywords/search-store.ts'

const KILLS = 50
/** More jobs than any run here needs. */
const MOST_JOBS = 40
const BOARD = '1700000000000071'
const LAST_DAY = '2026-11-17'
const DAYS = 6

const asked: string[] = []
const stage = await startAdoptionStage(
  { SOV_DAILY_AT: '00:00', STOCK_SCAN_AT: '00:00' },
  {
    catalog: stagedCatalog,
    games: {
      wordle: async (day) => `word of ${day}`,
      heardle: async (day) => `song of ${day}`,
      sources: { wordle: 'live', heardle: 'own-list' },
      daysAhead: 2,
      check: async () => ({ adapter: 'test', ok: true, detail: '' }),
    },
    shareOfVoice: {
      atOnce: 3,
      editorialFor: async (keyword) => {
        asked.push(keyword)
        return ['Hearthside', 'Nookwise'].map((publisher) => ({
          ...{ publisher, title: `By ${publisher}`, isWinning: publisher === 'Hearthside' },
          ...{ publishedDate: null, url: null, items: [] },
        }))
      },
      check: async () => ({ adapter: 'test', ok: true, detail: '' }),
    },
    searches: {
      source: 'test',
      covers: async (site) => site === 'bl',
      lastDay: () => LAST_DAY,
      async *readDay(_site, day) {
        if (day > plusDays(LAST_DAY, -DAYS))
          yield [
            { page: 'https://bl.example/1', query: 'kettle', clicks: 1, impressions: 2, position: 3 },
            { page: 'https://bl.example/2', query: 'pan', clicks: 0, impressions: 4, position: 9 },
          ]
      },
      check: async () => ({ adapter: 'test', ok: true, detail: '' }),
    },
  },
)
const { api, siteId } = stage
const { pool, db } = api.database
// One in the morning: daily work is due, and midnight is far. Signing in comes later: to start an offboarding run, a
// password entered recently is needed.
api.advance(25 * HOUR_MS - (api.now().getTime() % (24 * HOUR_MS)))
const opm = await api.as('opm')
const adm = await api.as('adm')
await insertSamplePassword(db, 'secret')
await pool.query('update sites set asana_gid = $1, url = $2 where site_id = $3', [
  BOARD,
  'https://bl.example',
  siteId,
])
afterAll(stage.close)

const rowsOf = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows

interface Scenario {
  /** Makes everything ready and starts the run. */
  begin(): Promise<unknown>
  /** The effects of the run, without values that change with every run. */
  effects(): Promise<unknown>
}

interface Closed {
  operation: string
  state: string
  step: string
  later: { state: string } | null
}

const steps = replacementSteps(() => api)
let people = 0
/** The last entry of the trail before the run. */
let lastEntry = 0
const leaver = () => `leaver${people}@desk.example`

/** Somebody with accounts here and in a chat leaves. */
async function leave(): Promise<void> {
  people += 1
  await buildUser(db, { roleId: 'opm', username: leaver(), firstName: 'Ruth', lastName: 'Leaver' })
  await db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email: leaver(), handle: `leaver-${people}`, active: true })
  expect((await adm.post('/api/users/offboarding-runs', { email: leaver() })).status).toBe(200)
}
/** The days before the last ones were read already. */
const addReadDays = (from: number, to: number) =>
  pool.query(
    `insert into search_days (site_id, day, rows, read_at)
     select $1, $2::date - g, 1, now() from generate_series($3::int, $4::int) g`,
    [siteId, LAST_DAY, to, from],
  )
/** The last offboarding run: its systems, its steps, and its entries in the trail. */
async function closed() {
  const { nodes } = (await adm.get('/api/users/offboarding-runs')).body
  const { body } = await adm.get(`/api/users/offboarding-runs/${nodes[0].run_id}`)
  return [
    body.systems.map(({ operation, state, later }: Closed) => [operation, state, later?.state]),
    // A system may be asked again: its answer had not arrived.
    [...new Set(body.steps.map(({ operation, step }: Closed) => `${operation}: ${step}`))].toSorted(),
    await rowsOf('select act, count(*)::int from audit_entries where id > $1 group by 1 order by 1', [
      lastEntry,
    ]),
    await rowsOf("select count(*)::int from notices where kind = 'access-open'"),
  ]
}

const SCENARIOS: Record<string, Scenario> = {
  'adoptions.read-site': {
    async begin() {
      await stage.clear()
      for (let id = 1; id <= 25; id += 1)
        stage.site.put({ id, title: `Post ${id}`, content: linkTo(asinOf(id)) })
      expect((await stage.start()).status).toBe(202)
    },
    async effects() {
      const { last, followed } = await stage.read()
      const { state, total, done, products, outcomes } = last
      return [{ state, total, done, products, outcomes, followed }, await stage.content()]
    },
  },
  'product-library.scan-stock': {
    async begin() {
      await pool.query('truncate stock_scans cascade; delete from articles; delete from products')
      await buildArticle(db, { userId: opm.id })
      await pool.query(
        `delete from article_products;
         insert into article_products (article_id, position, asin, name, award)
         select article_id, g, 'B0AAAAAAR' || g, '', '' from articles, generate_series(1, 5) g`,
      )
      await api.runJob('product-library.begin-scan')
    },
    effects: () =>
      Promise.all([
        rowsOf('select asin, stock from products order by 1'),
        rowsOf('select state, total, done, scanned, failed from stock_scans'),
        rowsOf('select asin, s.stock from product_stocks s join products using (product_id) order by 1'),
      ]),
  },
  'share-of-voice.collect-batch': {
    async begin() {
      await pool.query('truncate collection_items, stats, keyword_days, keywords cascade')
      for (let number = 1; number <= 120; number += 1) await buildKeyword(db, `lamp ${number}`)
      await api.runJob('share-of-voice.begin-collection')
    },
    effects: () =>
      Promise.all([
        rowsOf('select state, count(*)::int from collection_items group by 1 order by 1'),
        rowsOf(
          'select keyword, name, is_winning, count(*)::int from stats join keywords using (keyword_id) join publishers using (publisher_id) group by 1, 2, 3 order by 1, 2, 3',
        ),
        rowsOf('select keyword, rate_7 from keyword_days join keywords using (keyword_id) order by 1'),
      ]),
  },
  'gsc-keywords.collect-searches': {
    async begin() {
      await pool.query('truncate search_rows, search_days, search_pages, search_queries cascade')
      await addReadDays(500, DAYS)
      await api.runJob('gsc-keywords.begin-searches')
    },
    effects: () =>
      Promise.all([
        rowsOf('select day::text, rows from search_days order by 1'),
        rowsOf('select sum(clicks)::int as clicks, sum(impressions)::int, count(*)::int from search_rows'),
      ]),
  },
  'keyword-changes.make': {
    async begin() {
      await pool.query(
        `truncate keywords, keyword_changes, tags cascade;
         insert into keywords (keyword, identity) select 'pan ' || g, 'pan ' || g from generate_series(1, 30) g`,
      )
      const { body } = await opm.post('/api/keyword-changes', {
        selection: { filter: {} },
        change: { action: 'changeTags', tagsToAdd: ['new'], tagsToRemove: [] },
      })
      // Only changes of more keywords than this become runs.
      await pool.query("update keyword_changes set state = 'applying', applied_at = now()")
      await pool.query('insert into runs (name, key, started_at, touched_at) values ($1, $2, now(), now())', [
        'keyword-changes.make',
        { changeId: body.change_id },
      ])
    },
    effects: () =>
      Promise.all([
        rowsOf('select keyword, version, cardinality(tag_ids) from keywords order by 1'),
        rowsOf('select state, slices_done, cardinality(keyword_ids) as changed from keyword_changes'),
        rowsOf('select act, count(*)::int from audit_entries where id > $1 group by 1 order by 1', [
          lastEntry,
        ]),
      ]),
  },
  'replacements.carry-out': {
    async begin() {
      await steps.clear()
      for (let number = 1; number <= 3; number += 1)
        await steps.write(opm, { draft: true, title: `Vacuums ${number}` })
      const prepared = await steps.prepare(opm)
      expect((await steps.apply(opm, prepared, openPlaces(prepared))).status).toBe(200)
    },
    effects: () =>
      Promise.all([
        rowsOf(
          'select title, status, asin, p.name from articles join article_products p using (article_id) order by 1, 3',
        ),
        rowsOf('select state, reason, count(*)::int from replacement_places group by 1, 2 order by 1, 2'),
        rowsOf('select act, count(*)::int from audit_entries where id > $1 group by 1 order by 1', [
          lastEntry,
        ]),
        rowsOf(
          'select action, count(*)::int from article_events join articles using (article_id) group by 1 order by 1',
        ),
      ]),
  },
  'search-tasks.make': {
    async begin() {
      await pool.query(
        'truncate search_tasks, board_tasks, search_rows, search_days, search_pages, search_queries cascade',
      )
      await pool.query('delete from content_posts')
      await writePosts(
        db,
        [
          {
            ...{ siteId, postId: '1', title: 'Pans', published: '2026-01-02T00:00:00Z', modified: null },
            ...{
              address: 'https://bl.example/1',
              focusKeyword: 'pan',
              picture: null,
              trackingId: null,
              products: null,
            },
          },
        ],
        'import',
      )
      const day = plusDays(api.now().toISOString().slice(0, 10), -3)
      await writeRows(db, siteId, day, [
        { page: 'bl.example/1', query: 'pan', clicks: 8, impressions: 1400, position: 9 },
      ])
      await markDayComplete(db, { siteId, day, rows: 1, readAt: api.now() })
      await recomputeSearchTotals(db, { id: siteId, code: 'bl', url: 'https://bl.example' })
      await transaction(db, recomputeQueryTotals)
      const task = { post_id: '1', site_id: siteId, query: 'pan', aim: 'climb' }
      expect((await opm.post('/api/search-tasks', { period: 30, tasks: [task] })).body).toMatchObject([
        { error: null },
      ])
    },
    effects: () =>
      Promise.all([
        rowsOf('select name, notes from board_tasks'),
        rowsOf('select state, error, gid is null as is_missing from search_tasks'),
        rowsOf('select act, count(*)::int from audit_entries where id > $1 group by 1 order by 1', [
          lastEntry,
        ]),
      ]),
  },
  'google-sheets.sync': {
    async begin() {
      await pool.query(
        'truncate google_sheets, sheet_syncs, sheet_tasks, built_in_sheets, board_tasks cascade',
      )
      const { body } = await opm.post('/api/google-sheets', {
        ...{ siteId, googleSheetId: 'sheet-1', asanaBoardId: BOARD },
      })
      const sheet = `/api/google-sheets/${body.google_sheet_table_id}`
      await opm.put(`${sheet}/grid`, { rows: [['Title'], ['Best Kettles'], ['Best Pans'], [' best pans']] })
      const { mark } = (await opm.get(`${sheet}/preview`)).body
      const sync = `/api/google-sheets/sync/${body.google_sheet_table_id}`
      expect((await opm.post(sync, { mark })).status).toBe(202)
    },
    effects: () =>
      Promise.all([
        rowsOf('select name, notes from board_tasks order by 1'),
        rowsOf("select regexp_replace(rows::text, '[0-9]+', '#', 'g') as cells from built_in_sheets"),
        rowsOf(
          'select created, updated, skipped, faults, failure, ended_at is null as is_open from sheet_syncs',
        ),
        rowsOf('select count(*)::int from sheet_tasks'),
      ]),
  },
  'game-solutions.collect': {
    async begin() {
      await pool.query('truncate game_answers, game_runs')
      await api.runJob('game-solutions.refresh')
    },
    effects: () =>
      Promise.all([
        rowsOf('select game, day::text, value from game_answers order by 1, 2'),
        rowsOf('select failure, ended_at is null as is_open from game_runs'),
      ]),
  },
  'offboarding.close-next': { begin: leave, effects: closed },
  'offboarding.second-look': {
    async begin() {
      await leave()
      await api.app.queue.drain()
      await pool.query('update directory_accounts set active = true where email = $1', [leaver()])
      await pool.query('delete from notices')
    },
    effects: closed,
  },
  'access-reviews.read-accounts': {
    async begin() {
      await pool.query('truncate access_reviews cascade')
      expect((await adm.post('/api/users/access-reviews')).status).toBe(200)
    },
    effects: () =>
      Promise.all([
        rowsOf('select operation, state, detail from access_review_systems order by 1'),
        rowsOf(
          'select operation, account, detail, count(*)::int from access_review_accounts group by 1, 2, 3 order by 1, 2, 3',
        ),
      ]),
  },
}

const namesOfRuns = api.app.jobs.filter(({ isRun }) => isRun).map(({ name }) => name)
const server = killable(pool)

/** Lets one server begin the run and die, and others continue until it has ended; returns how far the first came. */
async function carryOut(name: string, { begin }: Scenario, death: Death | null) {
  await pool.query('delete from jobs.job; delete from runs')
  await begin()
  ;[{ id: lastEntry }] = await rowsOf('select coalesce(max(id), 0)::int as id from audit_entries')
  const [run] = await rowsOf('select key from runs where name = $1', [name])
  expect(run, name).toBeDefined()
  const first = await server.run(death, () => api.runJob(name, run.key))
  const isOpen = async () =>
    (await rowsOf('select 1 from runs where name = $1 and ended_at is null', [name])).length > 0
  for (let jobs = 0; await isOpen(); jobs += 1) {
    expect(jobs, 'jobs of one run').toBeLessThan(MOST_JOBS)
    await api.runJob(name, run.key)
  }
  await api.app.queue.drain()
  return first
}

it('every run has a scenario here', () => {
  expect(Object.keys(SCENARIOS).toSorted()).toEqual(namesOfRuns.toSorted())
})

it.each(Object.entries(SCENARIOS))(
  '%s has each effect once, wherever its server is killed',
  async (name, scenario) => {
    const { statements } = await carryOut(name, scenario, null)
    const expected = await scenario.effects()
    let kills = 0
    // Another run may need a statement less.
    for (let turn = 0; kills < KILLS && turn < 2 * KILLS; turn += 1) {
      const statement = 1 + (Math.floor((turn * statements) / KILLS) % statements)
      const death = { statement, isAfter: turn % 2 === 1 }
      const { isKilled } = await carryOut(name, scenario, death)
      if (isKilled) kills += 1
      expect(await scenario.effects(), JSON.stringify(death)).toEqual(expected)
    }
    expect(kills).toBe(KILLS)
  },
)
