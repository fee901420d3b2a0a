// npm run bench:bot -- --people 200 --seconds 20: 200 users with the bot open, each polling every 2.5
// seconds.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createToken, hashToken } from '../src/server/security/tokens.ts'
import { openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'
import { startWatchedServer } from './watched.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    chats: { type: 'string', default: '20000' },
    messages: { type: 'string', default: '50' },
  },
})
const PEOPLE = Number(values.people)
const SECONDS = Number(values.seconds)
const CHATS = Number(values.chats)
const MESSAGES = Number(values.messages)
const POLL_MS = 2500
/** Excludes the time in which code is loaded and statements are planned. */
const WARM_UP_MS = 5000

const database = await openBenchDatabase()
const { pool } = database
const tokens = Array.from({ length: PEOPLE }, createToken)

/** Creates users with a session each, and a week of chats with all their messages. */
async function fill(): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  await client.query(
    `with people as (
       insert into users (first_name, last_name, username, role_id)
       select 'Bench', 'Person ' || i, 'bench' || i || '@desk.example', 'eng' from generate_series(1, $1::int) i
       returning id as user_id)
     insert into sessions (token_hash, user_id, expires_at)
     select t.hash, p.user_id, now() + interval '12 hours'
     from (select user_id, row_number() over () as place from people) p
     join unnest($2::text[]) with ordinality t(hash, place) using (place)`,
    [PEOPLE, tokens.map((token) => hashToken(token))],
  )
  await client.query(
    `insert into bot_chats (bot_id, user_id, created_at)
     select md5(i::text), u.user_id, now() - (i % 7) * interval '1 day'
     from generate_series(1, $1::int) i
     join (select id as user_id, row_number() over (order by id) - 1 as place from users where role_id = 'eng') u
       on u.place = i % $2::int`,
    [CHATS, PEOPLE],
  )
  await client.query(
    `insert into bot_messages (bot_id, author, message, options, created_at)
     select bot_id, (array['user', 'bot'])[1 + m % 2], repeat('what was said ', 10), '[]', created_at
     from generate_series(1, $1::int) m, bot_chats`,
    [MESSAGES],
  )
  await client.query('vacuum analyze')
  // Flushes the generated data to disk before the measurement.
  await client.query('checkpoint')
  client.release(true)
}

/** A chat of each of these users, with the id of the last message that they have seen. */
async function addresses(): Promise<string[]> {
  const { rows } = await pool.query<{ bot_id: string; since: string }>(
    `select distinct on (s.token_hash) c.bot_id,
       (select max(message_id) from bot_messages m where m.bot_id = c.bot_id) as since
     from unnest($1::text[]) with ordinality t(hash, place) join sessions s on s.token_hash = t.hash
     join bot_chats c using (user_id) order by s.token_hash`,
    [tokens.map((token) => hashToken(token))],
  )
  return rows.map(({ bot_id, since }) => `/api/bot?bot_id=${bot_id}&since=${since}`)
}

await fill()
const server = await startWatchedServer(database)
const paths = await addresses()
const byHash = [...tokens].sort((one, other) => (hashToken(one) < hashToken(other) ? -1 : 1))

/** The durations of the polls in ms. Like in browsers, each poll starts a while after the last response. */
async function measure(address: string): Promise<number[]> {
  const times: number[] = []
  const begin = performance.now() + WARM_UP_MS
  const end = begin + SECONDS * 1000
  const look = async (place: number) => {
    await sleep((place / PEOPLE) * POLL_MS)
    while (performance.now() < end) {
      const asked = performance.now()
      const response = await fetch(`${address}${paths[place]}`, {
        headers: { authorization: `Bearer ${byHash[place]}` },
      })
      await response.text()
      if (!response.ok) throw new Error(`${paths[place]}: ${response.status}`)
      if (asked >= begin) times.push(performance.now() - asked)
      await sleep(POLL_MS)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, place) => look(place)))
  return times.sort((one, other) => one - other)
}

/** A baseline that shows how idle the machine is. */
const empty = createServer((_request, response) => response.end('{}'))
empty.listen(0, '127.0.0.1')
await once(empty, 'listening')
const calm = await measure(`http://127.0.0.1:${(empty.address() as AddressInfo).port}`)
empty.closeAllConnections()
empty.close()

const before = await server.processorTime()
const times = await measure(server.address)
const used = (await server.processorTime()) - before
const { rows: plan } = await pool.query<{ 'QUERY PLAN': string }>(
  `explain select m.* from bot_chats c left join bot_messages m on m.bot_id = c.bot_id and m.message_id > 10
   where c.bot_id = md5('7') and c.user_id = 1 order by m.message_id limit 100`,
)
const indexes = plan.flatMap((line) => /using (\w+)/.exec(line['QUERY PLAN'])?.[1] ?? [])
server.stop()
await database.close()

const at = (times: readonly number[], share: number) =>
  (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1)
const rowOf = (who: string, all: readonly number[], processor: string) => [
  who,
  String(all.length),
  median(all).toFixed(1),
  at(all, 0.99),
  (all.at(-1) ?? Number.NaN).toFixed(1),
  processor,
]
const share = SECONDS / (SECONDS + WARM_UP_MS / 1000)
report('bot-poll', {
  title: 'The bot, asked by everybody who looks at it',
  goal: 'p99 of a poll at most 30 ms',
  head: ['asked', 'polls', 'median ms', 'p99 ms', 'longest ms', 'processor ms each'],
  rows: [
    rowOf('a server that does nothing', calm, ''),
    rowOf('the bot', times, ((used * share) / times.length).toFixed(2)),
  ],
  notes: [
    `${PEOPLE} people; each asks 2.5 s after the last answer. ${(CHATS * MESSAGES).toLocaleString('en')} messages are kept; one query, by ${indexes.join(' and ')}.`,
  ],
})
