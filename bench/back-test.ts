// npm run bench:alerts -- --posts 200000 --spans 20: back-tests of alert rules, including rules that alert
// too often.
import { parseArgs } from 'node:util'
import { isTooMuch } from '../src/server/features/desk/alert-rules/fact-queries.ts'
import { readNamed, testRule } from '../src/server/features/desk/alert-rules/history-reader.ts'
import { compareTimes } from './compare.ts'
import { openBenchDatabase } from './database.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '200000' },
    spans: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '9' },
  },
})
const POSTS = Number(values.posts)
const SPANS = Number(values.spans)
const ROUNDS = Number(values.rounds)
const TODAY = '2026-11-22'
const LAST_MONDAY = '2026-11-16'
const THRESHOLDS = [75, 50, 40, 30, 25, 10]

const database = await openBenchDatabase()
const { db, pool } = database

/** Declines of each post, every other week, large ones rare; the last ones are still open. */
async function fill() {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(
    `insert into sites (code, display_name, normalized_name, url, logo_url) values ('s', 'Site', 'site', 'https://site.example', '/l.png')`,
  )
  await client.query(
    `insert into content_posts (site_id, post_id, title, source) select 1, i::text, 'Post ' || i, 'import' from generate_series(1, $1::int) i`,
    [POSTS],
  )
  await client.query(
    `insert into alert_facts (kind, subject_id, from_day, to_day, value, was, "is", site_ids)
     select 'earnings-fell', p, date '${LAST_MONDAY}' - 14 * s, case when s > 0 then date '${LAST_MONDAY}' - 14 * s + 7 end,
       value, was, was * (1 - value / 100), array[1]
     from generate_series(1, $1::int) p, generate_series(0, $2::int - 1) s,
       lateral (select hashint4(p * 31 + s) & 2147483647 as h) r,
       lateral (select (10 + 89 * ((h % 10000) / 10000.0) ^ 6)::real as value, 100 + h / 7 % 3000 as was) v`,
    [POSTS, SPANS],
  )
  await client.query(`insert into alert_reaches values ('earnings-fell', '2025-06-02', now())`)
  await client.query('vacuum analyze')
  client.release(true)
}
await fill()

const rows: string[][] = []
for (const threshold of THRESHOLDS) {
  const asked = {
    kind: 'earnings-fell',
    against: 'before',
    threshold,
    least: 100,
    coolDownDays: 30,
    siteId: null,
  } as const
  const { rows: found } = await pool.query<{ spans: number }>(
    `select count(*)::int as spans from alert_facts where kind = 'earnings-fell' and value >= $1 and was >= 100`,
    [threshold],
  )
  const ours = () =>
    Promise.all([
      testRule(db, asked, TODAY),
      readNamed(db, asked, { today: TODAY, ruleId: undefined, userId: 1 }),
    ])
  /** Reads every span once with the fewest possible columns, and computes nothing. */
  const best = () =>
    pool.query(
      `select subject_id, from_day - date '1970-01-01', to_day - date '1970-01-01', value from alert_facts
       where kind = 'earnings-fell' and value >= $1 and was >= 100 order by 1, 2 limit 200000`,
      [threshold],
    )
  const isOver = await isTooMuch(db, asked, { threshold, from: '2025-06-02' })
  const [, ...times] = await compareTimes('', ours, best, ROUNDS)
  rows.push([
    `falls by ${threshold} %`,
    (found[0]?.spans ?? 0).toLocaleString('en'),
    isOver ? 'too much' : '',
    ...times,
  ])
  console.log(rows.at(-1)?.join(' | '))
}
await database.close()

report('back-test', {
  title: `Back-tests of alert rules, ${(POSTS * SPANS).toLocaleString('en')} facts of ${POSTS.toLocaleString('en')} posts`,
  goal: 'none was set; beside reading the spans once',
  head: ['rule', 'spans', 'is said to be', 'ours, ms', 'longest', 'the spans read, ms', 'longest', 'ratio'],
  rows,
  notes: [
    'A rule of more than 200,000 spans is not looked back at; its next looser setting is, where that has fewer.',
    'Ours counts what would be named today, too, and shows the first twenty.',
  ],
})
