// npm run bench:list. With BENCH_POSTGRAPHILE=/folder, where `npm install postgraphile@4
// postgraphile-plugin-connection-filter@2` was run, the same queries go to a generic data API without tuning.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseText } from '../src/server/db/json/json-text.ts'
import { createKeywords } from '../src/server/features/keywords/keywords/feature.ts'
import { KeywordQuery } from '../src/shared/features/keywords/keywords/contract.ts'
import { compareTimes } from './compare.ts'
import { dataFolder, NOON, openDataset } from './dataset.ts'
import { measureLoad } from './load.ts'
import { report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const GENERIC = process.env.BENCH_POSTGRAPHILE
const GENERIC_PORT = 5919

interface Question {
  name: string
  search: string
  /** Hand-written SQL after `where` and after `order by`. */
  where: string
  order?: string
  /** The filter in the data API's language, if it can express it. */
  generic?: string
}

const QUESTIONS: Question[] = [
  { name: 'no filter', search: '', where: 'true', generic: '' },
  {
    name: 'tracked',
    search: 'tracked=true',
    where: 'is_tracked',
    generic: 'filter: { isTracked: { equalTo: true } }',
  },
  {
    name: 'a frequent tag and a site',
    search: 'tags=1&sites=3',
    where: "tag_ids && '{1}'::int[] and site_ids && '{3}'::int[]",
    generic: 'filter: { tagIds: { overlaps: [1] }, siteIds: { overlaps: [3] } }',
  },
  {
    name: 'a rare tag',
    search: 'tags=280',
    where: "tag_ids && '{280}'::int[]",
    generic: 'filter: { tagIds: { overlaps: [280] } }',
  },
  {
    name: 'tracked, a site',
    search: 'tracked=true&sites=3',
    where: "is_tracked and site_ids && '{3}'::int[]",
    generic: 'filter: { isTracked: { equalTo: true }, siteIds: { overlaps: [3] } }',
  },
  {
    name: 'article status',
    search: 'articleStatus=requested',
    where: "article_statuses <> 0 and article_statuses & article_status_bit('requested') <> 0",
  },
  {
    name: 'two words',
    search: 'keyword=quiet+kettle&limit=20',
    where: "identity like '%quiet%' and identity like '%kettle%'",
    generic: 'filter: { and: [{ identity: { includes: "quiet" } }, { identity: { includes: "kettle" } }] }',
  },
  {
    name: 'two words, tracked',
    search: 'keyword=quiet+kettle&tracked=true',
    where: "is_tracked and identity like '%quiet%' and identity like '%kettle%'",
  },
  {
    name: 'one day',
    search: 'createdFrom=2025-06-01&createdTo=2025-06-01',
    where: "created_at >= '2025-06-01Z' and created_at < '2025-06-02Z'",
  },
  { name: 'by Win %', search: 'sort=winning_percentage', where: 'true', order: 'wins' },
  { name: 'by keyword', search: 'sort=keyword', where: 'true', order: 'identity, keyword_id' },
  { name: 'row 100,000', search: 'offset=100000', where: 'true' },
]

const { database, counts } = await openDataset(SCALE)
const { db, pool } = database
const clock = () => new Date(NOON)
/** After this time no cached total is used any more. */
const FORGOTTEN_MS = 60_000
let ahead = 0
const clockAhead = () => new Date(clock().getTime() + ahead)

const { service } = createKeywords({ db, pool, clock: clockAhead, timeZone: 'UTC', log: { info() {} } })
const actor = { id: 1 } as Parameters<typeof service.searchKeywords>[0]

const FIELDS = `k.keyword_id, k.keyword, k.is_tracked, k.created_at, k.tag_ids, k.site_ids,
  (select json_agg(t) from tags t where t.tag_id = any(k.tag_ids)) as tags,
  (select json_agg(json_build_object('site_id', s.site_id, 'display_name', s.display_name, 'logo_url', s.logo_url))
   from sites s where s.site_id = any(k.site_ids)) as sites,
  (select json_agg(json_build_object('article_id', a.article_id, 'title', a.title, 'status', a.status, 'site_id', a.site_id))
   from article_keywords l join articles a using (article_id)
   where l.keyword_id = k.keyword_id and (a.status <> 'draft' or a.user_id = 1)) as articles,
  (select count(*)::int from keyword_comments c where c.keyword_id = k.keyword_id) as comments`

/** One statement for the page with all data that the rows show, and one for the total. */
function bestList({
  where,
  order = 'created_at desc, keyword_id desc',
  search,
}: Question): () => Promise<number[]> {
  const offset = Number(new URLSearchParams(search).get('offset') ?? 0)
  const ids =
    order === 'wins'
      ? `select keyword_id from keyword_days where rate_30 is not null order by rate_30 desc nulls last, keyword_id limit 20`
      : `select keyword_id from keywords where ${where} order by ${order} limit 20 offset ${offset}`
  const page = `with page as materialized (select keyword_id, row_number() over () as n from (${ids}) p)
    select ${FIELDS}, d.rate_30, d.last_day, d.last_is_winning, p.name
    from page join keywords k using (keyword_id) left join keyword_days d using (keyword_id)
    left join publishers p on p.publisher_id = d.last_publisher_id order by n`
  const total = `select count(*)::int from keywords where ${where}`
  return async () => {
    const [{ rows }] = await Promise.all([pool.query(page), pool.query(total)])
    return rows.map(({ keyword_id }) => keyword_id)
  }
}

const asGraphql = (filter: string) =>
  JSON.stringify({
    query: `{ allKeywords(first: 20, orderBy: [CREATED_AT_DESC, KEYWORD_ID_DESC]${filter === '' ? '' : `, ${filter}`}) {
      totalCount nodes { keywordId keyword isTracked createdAt tagIds siteIds
        articleKeywordsByKeywordId { nodes { articleByArticleId { articleId title status siteId } } } } } }`,
  })

/** A data API over the same tables, with its default settings. */
async function startGeneric(folder: string): Promise<ChildProcess> {
  const bin = join(folder, 'node_modules/.bin/postgraphile')
  const plugin = join(folder, 'node_modules/postgraphile-plugin-connection-filter')
  const options = ['--port', String(GENERIC_PORT), '--schema', 'public', '--append-plugins', plugin]
  const quiet = ['--disable-query-log', '--max-pool-size', '20', '--disable-graphiql']
  const child = spawn(bin, ['--connection', database.url, ...options, ...quiet], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isUp = () =>
    fetch(`http://127.0.0.1:${GENERIC_PORT}/graphql`).then(
      () => true,
      () => false,
    )
  while (!(await isUp())) await sleep(200)
  return child
}

const timesRows: string[][] = []
for (const question of QUESTIONS) {
  const query = KeywordQuery.parse({
    ...Object.fromEntries(new URLSearchParams(question.search)),
    limit: 20,
  })
  const ours = () => service.searchKeywords(actor, query)
  const forgetting = () => {
    ahead += FORGOTTEN_MS
    return ours()
  }
  const best = bestList(question)
  const [mine, theirs] = [(await forgetting()).rows.map((row) => parseText(row).keyword_id), await best()]
  if (JSON.stringify(mine) !== JSON.stringify(theirs))
    throw new Error(`${question.name}: two different pages`)
  const counted = await compareTimes(question.name, forgetting, best, ROUNDS)
  const [, ...remembered] = await compareTimes(question.name, ours, best, ROUNDS)
  timesRows.push([...counted, remembered[0] ?? '', remembered[4] ?? ''])
}

const server = await startWatchedServer({ ...database, dataDir: dataFolder(SCALE) }, { now: NOON })
const token = await createSession(database)
const generic = GENERIC === undefined ? undefined : await startGeneric(GENERIC)
const loadRows: string[][] = []
for (const { name, search, generic: filter } of QUESTIONS) {
  const path = `/api/keywords?${new URLSearchParams([...new URLSearchParams(search), ['currentPage', '1']])}`
  const ours = await measureLoad({ address: server.address, paths: [path], token, seconds: SECONDS })
  const theirs =
    generic === undefined || filter === undefined
      ? undefined
      : await measureLoad({
          address: `http://127.0.0.1:${GENERIC_PORT}`,
          paths: ['/graphql'],
          body: asGraphql(filter),
          seconds: SECONDS,
        })
  loadRows.push([
    name,
    ours.perSecond.toFixed(0),
    ours.p99.toFixed(0),
    theirs?.perSecond.toFixed(1) ?? '',
    theirs?.p99.toFixed(0) ?? '',
    theirs ? (ours.perSecond / theirs.perSecond).toFixed(1) : '',
  ])
}
generic?.kill()
server.stop()
await database.close()

const size = `${counts.keywords?.toLocaleString('en')} keywords`
report('keyword-list', {
  title: `Keyword list, first page with its total, ${size}`,
  goal: 'at most 1.5 times the best SQL',
  head: [
    'filter',
    'Copydesk ms',
    'highest',
    'best SQL ms',
    'highest',
    'ratio',
    'total remembered ms',
    'ratio',
  ],
  rows: timesRows,
  notes: [
    `Medians of ${ROUNDS} rounds, one call at a time and without a web server; Copydesk and the best SQL take turns on the same connections.`,
    'The best SQL counts its total each time. Copydesk remembers totals for three seconds; in the first columns they are forgotten before each call.',
  ],
})
report('keyword-list-server', {
  title: `Keyword list through the server, ${size}, 10 connections`,
  goal: 'p99 at most 100 ms; at least 20 times the requests of a generic data API',
  head: ['filter', 'Copydesk req/s', 'p99 ms', 'data API req/s', 'p99 ms', 'ratio'],
  rows: loadRows,
  notes: [
    'The data API is PostGraphile 4 with its filter plugin, on the same database, asked for the same rows with their total; it has no words for the filters that are left out.',
    'The load generator and the database share the cores with the servers.',
  ],
})
