import { parentPort, workerData } from 'node:worker_threads'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * What one would write by hand for the same answer and nothing else: no guard, no parsing, no features.
 * `/bare` is the web framework alone.
 */
const { url } = workerData as { url: string }
const pool = new pg.Pool({ connectionString: url, max: 20 })
const server = Fastify()

const PAGE = `
  select a.article_id, a.title, a.status, a.image_url, a.site_id, a.user_id, a.created_at,
    json_build_object('site_id', s.site_id, 'code', s.code, 'display_name', s.display_name,
      'normalized_name', s.normalized_name, 'logo_url', s.logo_url, 'url', s.url) as site,
    json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'username', u.username) as "user"
  from articles a join sites s using (site_id) join users u on u.id = a.user_id
  where (a.status <> 'draft' or a.user_id = $1)
    and ($2::text[] is null or a.status = any($2)) and ($3::int[] is null or a.site_id = any($3))
  order by a.article_id desc limit 20 offset $4`
const TOTAL = `
  select count(*)::int as count from articles a
  where (a.status <> 'draft' or a.user_id = $1)
    and ($2::text[] is null or a.status = any($2)) and ($3::int[] is null or a.site_id = any($3))`

interface HistoryQuery {
  page?: string
  status?: string
  site?: string
  /** Keep the total for three seconds, as Copydesk does. */
  remember?: string
}

const kept = new Map<string, { total: number; until: number }>()

async function countMatches(filter: unknown[], remember: boolean): Promise<number> {
  const key = JSON.stringify(filter)
  const known = remember ? kept.get(key) : undefined
  if (known && known.until > Date.now()) return known.total
  const counted = await pool.query({ name: 'total', text: TOTAL, values: filter })
  const total: number = counted.rows[0].count
  kept.set(key, { total, until: Date.now() + 3000 })
  return total
}

server.get<{ Querystring: HistoryQuery }>('/api/articles', async (request) => {
  const { page = '1', status, site, remember } = request.query
  const filter = [2, status ? [status] : null, site ? [Number(site)] : null]
  const [nodes, total] = await Promise.all([
    pool.query({ name: 'page', text: PAGE, values: [...filter, (Number(page) - 1) * 20] }),
    countMatches(filter, remember !== undefined),
  ])
  return { nodes: nodes.rows, totalCount: total, page: Number(page) }
})
server.get('/bare', async () => ({ nodes: [], totalCount: 0, page: 1 }))

await server.listen({ host: '127.0.0.1', port: 0 })
const address = server.server.address()
parentPort?.postMessage(typeof address === 'object' ? address?.port : null)
