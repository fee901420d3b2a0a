// npm run bench:opportunities. BENCH_SCALE=0.1 uses a tenth of the searches.

import { createOpportunities } from '../src/server/features/keywords/opportunities/feature.ts'
import { isOurs } from '../src/server/features/keywords/opportunities/queries.ts'
import { chooseKeywordMarket } from '../src/server/integrations/keyword-market/choice.ts'
import { OpportunityQuery } from '../src/shared/features/keywords/opportunities/contract.ts'
import { firstPeakWeek } from '../src/shared/features/keywords/opportunities/rules.ts'
import { compareTimes } from './compare.ts'
import { openBenchDatabase } from './database.ts'
import { measureLoad } from './load.ts'
import { report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const PER_COUNTRY = Math.round(200_000 * SCALE)
const NOON = '2026-11-20T12:00:00Z'
const PAGE = 50
/** After this time no cached result is used any more. */
const FORGOTTEN_MS = 60_000

interface Question {
  name: string
  search: string
  /** Hand-written SQL after `where` and after `order by`. */
  where: string
  order?: string
}

const NO_BRANDS = 'not is_top_brand'
/** Nothing is measured here, so the configured lead times apply. */
const LEAD = { rankDays: 56, writeDays: 21 }
const BY_SCORE = 'score desc nulls last, market_keyword_id'
const QUESTIONS: Question[] = [
  { name: 'no filter', search: '', where: NO_BRANDS },
  {
    name: 'score and volume',
    search: 'opportunityScoreMin=60&monthlySearchVolumeMin=10000',
    where: `${NO_BRANDS} and score >= 60 and volume >= 10000`,
  },
  {
    name: 'every range',
    search:
      'competitionMin=10&competitionMax=60&seasonalityMin=2&seasonalityMax=4&avgPriceMin=20&avgPriceMax=500&avgUnitsSoldMin=50&monthlyTrendMin=1&monthlySearchVolumeMin=1000&opportunityScoreMin=30',
    where: `${NO_BRANDS} and competition between 10 and 60 and seasonality between 2 and 4 and price between 2000 and 50000
      and units_sold >= 50 and monthly_trend >= 1 and volume >= 1000 and score >= 30`,
  },
  {
    name: 'two categories',
    search: 'category[]=Category+3&category[]=Category+7',
    where: `${NO_BRANDS} and category in ('Category 3', 'Category 7')`,
  },
  {
    name: 'words, and none of others',
    search: 'includeText=kettle&excludeText=small,cheap',
    where: `${NO_BRANDS} and identity like '%kettle%' and identity not like '%small%' and identity not like '%cheap%'`,
  },
  {
    name: 'without ours',
    search: 'excludeExistingKeywords=true',
    where: `${NO_BRANDS} and not exists (select from keywords k where k.identity = m.identity)`,
  },
  {
    name: 'by volume',
    search: 'sort=estimatedExactSearchVolume',
    where: NO_BRANDS,
    order: 'volume desc nulls last, market_keyword_id',
  },
  {
    name: 'by publish-by date',
    search: 'sort=publishBy&sortOrder=asc',
    where: NO_BRANDS,
    order: `case when seasonality >= 3 then (peak_week - ${firstPeakWeek(LEAD, NOON.slice(0, 10))} + 52) % 52 end nulls last, ${BY_SCORE}`,
  },
  { name: 'nothing left', search: 'avgPriceMin=900000', where: `${NO_BRANDS} and price >= 90000000` },
]

const database = await openBenchDatabase()
const { db, pool } = database

async function fill(): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  // All values are derived from the row number, so that each run has the same rows.
  await client.query(
    `insert into market_keywords (source, country, name, identity, category, volume, monthly_trend, quarterly_trend,
       competition, score, units_sold, price, seasonality, peak_week, demand, is_top_brand, asins, read_at, detailed_at)
     select 'built-in', c, w, w, 'Category ' || i % 12, 10 + (h % 90000), h % 80 - 30, h / 7 % 60 - 20, h / 11 % 100, h / 13 % 101,
       h / 17 % 9000, 500 + h / 19 % 90000, 1 + h / 23 % 5, 1 + h / 29 % 52, repeat('5', 52), h % 9 = 0,
       array['B0AAAAAA01', 'B0AAAAAA02', 'B0AAAAAA03', 'B0AAAAAA04'], timestamptz '${NOON}', timestamptz '${NOON}'
     from unnest(array['us', 'ca', 'mx', 'de', 'es', 'fr', 'it', 'uk', 'jp', 'in']) c, generate_series(1, $1::int) i,
       lateral (select hashint4(i * 31 + ascii(c)) & 2147483647 as h) r,
       lateral (select (array['small', 'cheap', 'quiet', 'best', 'electric'])[1 + h % 5] || ' '
         || (array['kettle', 'shovel', 'lamp', 'tent', 'desk', 'fan', 'pillow', 'drill'])[1 + h / 5 % 8] || ' for ' || substr(md5(i::text), 1, 8) as w) t`,
    [PER_COUNTRY],
  )
  // Our keywords: a tenth of those searched for in the United States, and as many others.
  await client.query(`insert into keywords (keyword, identity) select name, identity from market_keywords
    where country = 'us' and market_keyword_id % 10 = 0 on conflict do nothing`)
  await client.query('vacuum analyze')
  client.release(true)
}
await fill()

let ahead = 0
const clock = () => new Date(Date.parse(NOON) + ahead)
const market = chooseKeywordMarket({ account: undefined, db, clock, timeZone: 'UTC', isOurs })
const { service } = createOpportunities({
  db,
  clock,
  market,
  timeZone: 'UTC',
  usualLead: LEAD,
  log: { warn() {} },
})

const FIELDS = `m.name, m.category, m.volume, m.monthly_trend, m.quarterly_trend, m.competition, m.score, m.units_sold, m.price,
  m.seasonality, m.peak_week, m.demand, m.asins, m.read_at, k.keyword_id, d.rate_30`

/** One statement for the page with all data that the rows show, and one for the total. */
function bestPage({ where, order = BY_SCORE }: Question, page: number) {
  const market = `m.source = 'built-in' and m.country = 'us' and ${where}`
  const rows = `with page as materialized (
      select market_keyword_id, row_number() over () as n from (
        select market_keyword_id from market_keywords m where ${market} order by ${order} limit ${PAGE} offset ${(page - 1) * PAGE}) p)
    select ${FIELDS} from page join market_keywords m using (market_keyword_id)
    left join keywords k on k.identity = m.identity left join keyword_days d using (keyword_id) order by n`
  const total = `select count(*)::int from market_keywords m where ${market}`
  return async () => {
    const [{ rows: found }] = await Promise.all([pool.query(rows), pool.query(total)])
    return found.map(({ name }) => name)
  }
}

const askedOn = (question: Question, page: number) => {
  const parameters = new URLSearchParams(question.search)
  const category = parameters.getAll('category[]')
  parameters.delete('category[]')
  return OpportunityQuery.parse({
    ...Object.fromEntries(parameters),
    ...(category.length > 0 ? { category } : {}),
    page,
  })
}

const timesRows: string[][] = []
for (const question of QUESTIONS) {
  for (const page of [1, 200]) {
    const query = askedOn(question, page)
    const ours = () => {
      ahead += FORGOTTEN_MS
      return service.findOpportunities(query)
    }
    const best = bestPage(question, page)
    const [mine, theirs] = [(await ours()).rows.map(({ keyword }) => keyword.name), await best()]
    if (JSON.stringify(mine) !== JSON.stringify(theirs))
      throw new Error(`${question.name}, page ${page}: two different pages`)
    timesRows.push(await compareTimes(`${question.name}, page ${page}`, ours, best, ROUNDS))
  }
}

const server = await startWatchedServer(database, { now: NOON })
const token = await createSession(database)
const loadRows: string[][] = []
for (const { name, search } of QUESTIONS) {
  for (const page of [1, 200]) {
    const path = `/api/keyword-opportunities?${search}${search === '' ? '' : '&'}page=${page}`
    const { perSecond, p99 } = await measureLoad({
      address: server.address,
      paths: [path],
      token,
      seconds: SECONDS,
    })
    loadRows.push([`${name}, page ${page}`, perSecond.toFixed(0), p99.toFixed(0)])
  }
}
server.stop()
await database.close()

const size = `${(10 * PER_COUNTRY).toLocaleString('en')} searches in ten countries`
report('keyword-opportunities', {
  title: `Keyword Opportunities, a page with its total, ${size}`,
  goal: 'at most 1.5 times the best SQL',
  head: ['filter', 'Copydesk ms', 'highest', 'best SQL ms', 'highest', 'ratio'],
  rows: timesRows,
  notes: [
    `Medians of ${ROUNDS} rounds, one call at a time and without a web server; Copydesk and the best SQL take turns on the same connections and count their totals each time.`,
    'A filter that leaves nothing also counts what there would be without each of its parts.',
  ],
})
report('keyword-opportunities-server', {
  title: `Keyword Opportunities through the server, ${size}, 10 connections`,
  goal: 'p99 at most 150 ms',
  head: ['filter', 'Copydesk req/s', 'p99 ms'],
  rows: loadRows,
  notes: [
    'One filter asked again and again, its page and total remembered for three seconds; the load generator and the database share the cores with the server.',
  ],
})
