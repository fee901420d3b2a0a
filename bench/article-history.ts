import { createApp } from '../src/server/app.ts'
import { createToken, hashToken } from '../src/server/security/tokens.ts'
import { readSettings } from '../src/server/settings/settings.ts'
import { type BenchDatabase, fillArticles, openBenchDatabase } from './database.ts'
import { type Load, measureLoad } from './load.ts'
import { median, report } from './report.ts'
import { startMinimalServer } from './watched.ts'

const ARTICLES = Number(process.env.BENCH_ARTICLES ?? 200_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CONNECTIONS = 10

const QUESTIONS = {
  'first page, no filter': '/api/articles',
  'page 50, no filter': '/api/articles?page=50',
  'one status': '/api/articles?status=requested',
  'one status and one site': '/api/articles?status=requested&site=3',
}

/** A session of the second user, a QA, created without signing in. */
async function createSession({ pool }: BenchDatabase): Promise<string> {
  const token = createToken()
  await pool.query(
    "insert into sessions (token_hash, user_id, expires_at) values ($1, 2, now() + interval '12 hours')",
    [hashToken(token)],
  )
  return token
}

const measure = (address: string, path: string, token?: string) =>
  measureLoad({ address, paths: [path], token, seconds: SECONDS })

/** The upper bound without any web server: the same two statements on the same number of connections. */
async function measureSql({ pool }: BenchDatabase): Promise<number> {
  const until = Date.now() + SECONDS * 1000
  let done = 0
  const page = `select a.*, s.display_name, u.first_name from articles a join sites s using (site_id) join users u on u.id = a.user_id
    where (a.status <> 'draft' or a.user_id = 2) order by a.article_id desc limit 20`
  const total = "select count(*)::int from articles where status <> 'draft' or user_id = 2"
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (Date.now() < until) {
        await pool.query({ name: 'bench page', text: page })
        await pool.query({ name: 'bench total', text: total })
        done += 1
      }
    }),
  )
  return done / SECONDS
}

const database = await openBenchDatabase()
await fillArticles(database, ARTICLES)
const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '1000000', DATA_DIR: database.dataDir })
const app = await createApp({ settings, database })
const ours = await app.listen({ host: '127.0.0.1', port: 0 })
const minimal = await startMinimalServer(database.url)
const token = await createSession(database)

const rows: string[][] = []
for (const [question, path] of Object.entries(QUESTIONS)) {
  const rounds: { ours: Load; minimal: Load; remembering: Load }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      ours: await measure(ours, path, token),
      minimal: await measure(minimal.address, path),
      remembering: await measure(minimal.address, `${path}${path.includes('?') ? '&' : '?'}remember=1`),
    })
  }
  const of = (pick: (each: (typeof rounds)[number]) => number) => median(rounds.map(pick))
  rows.push([
    question,
    of((each) => each.ours.perSecond).toFixed(0),
    of((each) => each.ours.p99).toFixed(0),
    of((each) => each.minimal.perSecond).toFixed(0),
    of((each) => each.ours.perSecond / each.minimal.perSecond).toFixed(2),
    of((each) => each.remembering.perSecond).toFixed(0),
    of((each) => each.remembering.p99).toFixed(0),
    of((each) => each.ours.perSecond / each.remembering.perSecond).toFixed(2),
  ])
}
const bareFastify = await measure(minimal.address, '/bare')
const bareSql = await measureSql(database)
minimal.stop()
await app.server.close()
await database.close()

report('article-history', {
  title: `Articles history, ${ARTICLES.toLocaleString('en')} articles, ${CONNECTIONS} connections`,
  goal: 'ratio of requests per second to the minimal handler ≥ 0.6',
  head: [
    'question',
    'Copydesk req/s',
    'p99 ms',
    'minimal req/s',
    'ratio',
    'minimal with remembered total req/s',
    'p99 ms',
    'ratio',
  ],
  rows,
  notes: [
    `Bare Fastify: ${bareFastify.perSecond.toFixed(0)} req/s. Bare SQL (page and total, no web server): ${bareSql.toFixed(0)} per second.`,
    'The minimal handler has no guard and no parsing. Copydesk remembers totals for three seconds; the minimal one counts each time, and in the last columns remembers them too.',
    'The load generator shares the two cores with both servers.',
  ],
})
