// A hand-written server with the same responses and nothing else: no guard, no parsing, no features. `/bare`
// is the web framework alone. A message makes it report its process's CPU time.
import Fastify from 'fastify'
import pg from 'pg'

const [url = '', today = ''] = process.argv.slice(2)
// Timestamps and dates stay in the database's format.
for (const oid of [1082, 1184]) pg.types.setTypeParser(oid, (text) => text)
const pool = new pg.Pool({ connectionString: url, max: 20, options: '-c TimeZone=UTC' })
const server = Fastify()

const HISTORY = `
  select a.article_id, a.title, a.status, a.image_url, a.site_id, a.user_id,
    to_char(a.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    json_build_object('site_id', s.site_id, 'code', s.code, 'display_name', s.display_name,
      'normalized_name', s.normalized_name, 'logo_url', s.logo_url, 'url', s.url) as site,
    json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user",
    coalesce((select json_agg(json_build_object('keyword_id', k.keyword_id, 'keyword', k.keyword) order by l.position)
      from article_keywords l join keywords k using (keyword_id) where l.article_id = a.article_id), '[]') as keywords,
    null as wordpress_id
  from articles a join sites s using (site_id) join users u on u.id = a.user_id
  where (a.status <> 'draft' or a.user_id = $1)
    and ($2::text[] is null or a.status = any($2)) and ($3::int[] is null or a.site_id = any($3))
  order by a.article_id desc limit 20 offset $4`
const HISTORY_TOTAL = `
  select count(*)::int as count from articles a
  where (a.status <> 'draft' or a.user_id = $1)
    and ($2::text[] is null or a.status = any($2)) and ($3::int[] is null or a.site_id = any($3))`

const LIST = `
  with page as materialized (
    select keyword_id, row_number() over () as n from (
      select keyword_id from keywords order by created_at desc, keyword_id desc limit 20 offset $1) p)
  select k.keyword_id, k.keyword, k.is_tracked, k.version,
    to_char(k.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
    coalesce((select json_agg(json_build_object('tag_id', t.tag_id, 'tag', t.tag)) from tags t
      where t.tag_id = any(k.tag_ids)), '[]') as tags,
    coalesce((select json_agg(json_build_object('site_id', s.site_id, 'display_name', s.display_name,
      'logo_url', s.logo_url)) from sites s where s.site_id = any(k.site_ids)), '[]') as sites,
    coalesce((select json_agg(json_build_object('article_id', a.article_id, 'title', a.title, 'status', a.status,
      'site_id', a.site_id)) from article_keywords l join articles a using (article_id)
      where l.keyword_id = k.keyword_id and (a.status <> 'draft' or a.user_id = 2)), '[]') as articles,
    (select count(*)::int from keyword_comments c where c.keyword_id = k.keyword_id) as comments,
    (select json_build_object('day', d.last_day, 'publisher', p.name, 'is_winning', d.last_is_winning)
      from publishers p where p.publisher_id = d.last_publisher_id) as last_result,
    substring(d.seen from 1 for 90)::text as seen, substring(d.won from 1 for 90)::text as won,
    d.rate_30 as winning_percentage
  from page join keywords k using (keyword_id) left join keyword_days d using (keyword_id) order by page.n`

const WINNERS = `
  with page as (
    select d.keyword_id, k.keyword, k.site_ids, k.tracked_since, d.rate_7 as rate
    from keyword_days d join keywords k using (keyword_id) where k.is_tracked and d.rate_7 is not null
    order by d.rate_7 desc nulls last, d.keyword_id limit 10 offset $1)
  select p.keyword_id, p.keyword,
    (select json_agg(json_build_object('site_id', s.site_id, 'display_name', s.display_name, 'logo_url', s.logo_url))
      from sites s where s.site_id = any(p.site_ids)) as sites,
    p.rate as winning_percentage, p.tracked_since::date as tracked_since,
    (select (100.0 * count(*) filter (where is_won) / nullif(count(*), 0))::real
      from (select bool_or(s.is_winning) as is_won from stats s
        where s.keyword_id = p.keyword_id and s.day between $2::date - 13 and $2::date - 7 group by s.day) d)
      as previous_percentage,
    (select json_agg(json_build_object('stat_id', s.stat_id, 'created_at', s.day, 'publisher', b.name,
        'is_winning', s.is_winning) order by s.day, s.is_winning desc, s.stat_id)
      from stats s join publishers b using (publisher_id)
      where s.keyword_id = p.keyword_id and s.day between $2::date - 6 and $2) as stats
  from page p`

const withHistory = ({ seen, won, ...row }: { seen: string | null; won: string | null }) => ({
  ...row,
  history: Array.from((seen ?? '').slice(0, (seen ?? '').lastIndexOf('1') + 1), (bit, at) =>
    bit !== '1' ? '-' : won?.[at] === '1' ? 'w' : 'l',
  ).join(''),
})

const CALENDAR = `
  select day, count(*) filter (where is_winning)::int as won, count(*) filter (where not is_winning)::int as lost
  from stats where keyword_id = $1 and day between $2 and $3 group by 1 order by 1`

const EVENTS = `
  select day, kind, article from (
    select e.created_at::date as day,
      case when exists (select from article_checklist c where c.article_id = a.article_id) then 'updated' else 'published' end
        as kind,
      json_build_object('article_id', a.article_id, 'title', a.title) as article
    from article_keywords l join articles a using (article_id) join article_events e using (article_id)
    where l.keyword_id = $1 and e.action = 'published'
    union all
    select tracked_since::date, 'tracked', null from keywords where keyword_id = $1 and tracked_since is not null) event
  where day between $2 and $3 order by day`

const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const kept = new Map<string, { total: number; until: number }>()

/** Counts rows and caches the count for three seconds if asked to, as Copydesk does. */
async function count(text: string, values: unknown[] = [], remember = true): Promise<number> {
  const key = JSON.stringify([text, values])
  const known = remember ? kept.get(key) : undefined
  if (known && known.until > Date.now()) return known.total
  const counted = await pool.query({ name: text.slice(0, 60), text, values })
  const total: number = counted.rows[0].count
  kept.set(key, { total, until: Date.now() + 3000 })
  return total
}

interface Day {
  day: string
  won: number
  lost: number
}

interface Query {
  page?: string
  status?: string
  site?: string
  offset?: string
  keyword_id?: string
  from?: string
  to?: string
  remember?: string
}

server.get<{ Querystring: Query }>('/api/articles', async (request) => {
  const { page = '1', status, site, remember } = request.query
  const filter = [2, status ? [status] : null, site ? [Number(site)] : null]
  const [nodes, totalCount] = await Promise.all([
    pool.query({ name: 'history', text: HISTORY, values: [...filter, (Number(page) - 1) * 20] }),
    count(HISTORY_TOTAL, filter, remember !== undefined),
  ])
  return { nodes: nodes.rows, totalCount, page: Number(page) }
})
server.get<{ Querystring: Query }>('/api/keywords', async ({ query: { offset = '0' } }) => {
  const [data, total] = await Promise.all([
    pool.query({ name: 'list', text: LIST, values: [Number(offset)] }),
    count('select count(*)::int as count from keywords'),
  ])
  return { meta: { total, is_more: false }, data: data.rows.map(withHistory) }
})
server.get<{ Querystring: Query }>('/api/stats/keyword-winners', async ({ query: { offset = '0' } }) => {
  const [data, total] = await Promise.all([
    pool.query({ name: 'winners', text: WINNERS, values: [Number(offset), today] }),
    count('select count(*)::int as count from keywords where is_tracked'),
  ])
  return { meta: { total, is_more: false }, data: data.rows }
})
server.get<{ Querystring: Query }>('/api/stats/calendar', async ({ query }) => {
  const { keyword_id, from = '', to = '' } = query
  const wide = [plusDays(from, -28), plusDays(to, 27)]
  const [{ rows: days }, { rows: events }, { rows: since }] = await Promise.all([
    pool.query<Day>({ name: 'calendar', text: CALENDAR, values: [keyword_id, ...wide] }),
    pool.query({ name: 'events', text: EVENTS, values: [keyword_id, from, to] }),
    pool.query({
      name: 'since',
      text: 'select tracked_since::date as tracked_since from keywords where keyword_id = $1',
      values: [keyword_id],
    }),
  ])
  const rate = (first: string, last: string) => {
    const within = days.filter(({ day }) => day >= first && day <= last)
    return within.length === 0 ? null : (100 * within.filter(({ won }) => won > 0).length) / within.length
  }
  return {
    days: days.filter(({ day }) => day >= from && day <= to),
    annotations: events.map((event) => ({
      ...event,
      before: rate(plusDays(event.day, -28), plusDays(event.day, -1)),
      after: rate(event.day, plusDays(event.day, 27)),
    })),
    tracked_since: since[0]?.tracked_since ?? null,
  }
})
server.get('/bare', async () => ({ nodes: [], totalCount: 0, page: 1 }))

const address = await server.listen({ host: '127.0.0.1', port: 0 })
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
