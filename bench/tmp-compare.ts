import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createHash, randomBytes } from 'node:crypto'
const root = '/work/wt/hot'
const { openDataset, dataFolder, NOON } = await import(root + '/bench/dataset.ts')
const { createToken, hashToken } = await import(root + '/src/server/security/tokens.ts')
const { database } = await openDataset(0.1)
// adversarial words
await database.pool.query(`update keywords set keyword = keyword || ' "q\\\\" é 😀 </b>' where keyword_id % 97 = 0`)
await database.pool.query(`update articles set title = title || E' \\t"x" <&>\\u2028', image_url = case when article_id % 5 = 0 then null else image_url end where article_id % 7 = 0`)
await database.pool.query(`insert into content_posts (site_id, post_id, title, permalink, keyword_identity) select 1 + k.keyword_id % 9, 'p' || k.keyword_id, 'Post ' || k.keyword_id, case k.keyword_id % 4 when 0 then 'javascript:x' when 1 then '/own' when 2 then null else 'https://a.example/' || k.keyword_id end, k.identity from keywords k where k.keyword_id % 3 = 0 and k.keyword_id < 20000 on conflict do nothing`).catch((e: Error) => console.log('posts', e.message))
await database.pool.query(`update articles set revises_id = article_id - 9, status = 'approved' where article_id % 50 = 10 and article_id > 100`).catch((e: Error) => console.log('rev', e.message))
const start = async (dir: string) => {
  const child = fork(dir + '/bench/watched-server.ts', [database.url, dataFolder(0.1), NOON], { cwd: dir })
  const [{ address }] = (await once(child, 'message')) as any
  return { child, address }
}
const [old, now] = [await start('/work/main'), await start(root)]
const roles = ['adm', 'opm', 'qa', 'eng', 'wrt']
const tokens: string[] = []
for (const role of roles) {
  const token = createToken()
  await database.pool.query(`with p as (insert into users (first_name,last_name,username,role_id) values ('Cmp','é"x', $2, $3) returning id) insert into sessions (token_hash, user_id, expires_at) select $1, id, now() + interval '12 hours' from p`, [hashToken(token), `${role}${Date.now()}@desk.example`, role])
  tokens.push(token)
}
const { rows: drafts } = await database.pool.query(`update articles set user_id = (select max(id) from users), status='draft' where article_id % 301 = 0 returning article_id`)
let seed = Number(process.argv[2] ?? 1)
const rnd = (n: number) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n) }
const pick = <T>(a: T[]) => a[rnd(a.length)]!
const maybe = (p: number) => rnd(100) < p
const words = ['best', 'air fryer', 'x', 'for the', 'q', 'coffee maker 12', '']
function ask(): string {
  const q: [string, string][] = []
  const kind = rnd(5)
  if (kind === 0) {
    if (maybe(30)) q.push(['keyword', pick(words)])
    if (maybe(40)) q.push(['tracked', pick(['true', 'false'])])
    if (maybe(30)) q.push(['tags', String(1 + rnd(302))])
    if (maybe(20)) q.push(['sites', String(1 + rnd(9))])
    if (maybe(15)) q.push(['articleStatus', pick(['draft', 'published', 'requested'])])
    if (maybe(10)) q.push(['createdFrom', '2025-06-01'])
    if (maybe(50)) q.push(['sort', pick(['keyword', 'created_at', 'winning_percentage', 'moved'])])
    if (maybe(50)) q.push(['sortOrder', pick(['asc', 'desc'])])
    q.push(['limit', pick(['20', '20', '5', '50'])])
    if (maybe(50)) q.push(['offset', String(rnd(maybe(20) ? 90000 : 400))])
    return '/api/keywords?' + new URLSearchParams(q)
  }
  if (kind === 1) {
    if (maybe(50)) q.push(['page', String(1 + rnd(maybe(10) ? 900 : 20))])
    if (maybe(50)) q.push(['sort', pick(['article_id', 'title', 'site', 'user', 'created_at', 'status'])])
    if (maybe(50)) q.push(['sortOrder', pick(['asc', 'desc'])])
    if (maybe(30)) q.push(['status', pick(['draft', 'published', 'approved'])])
    if (maybe(30)) q.push(['site', String(1 + rnd(9))])
    if (maybe(20)) q.push(['users', String(1 + rnd(200))])
    if (maybe(10)) q.push(['pending', 'true'])
    if (maybe(10)) q.push(['keywordId', String(1 + rnd(2000))])
    return '/api/articles?' + new URLSearchParams(q)
  }
  if (kind === 2) {
    q.push(['dateRange', pick(['7', '30', '90'])])
    if (maybe(50)) q.push(['sort', pick(['keyword', 'winning_percentage'])], ['sortOrder', pick(['asc', 'desc'])])
    if (maybe(30)) q.push(['tags', String(1 + rnd(302))])
    if (maybe(20)) q.push(['query', pick(words)])
    if (maybe(20)) q.push(['min_days', String(1 + rnd(30))])
    if (maybe(40)) q.push(['offset', String(rnd(3000))])
    return '/api/stats/keyword-winners?' + new URLSearchParams(q)
  }
  if (kind === 3) return `/api/stats/calendar?keyword_id=${1 + rnd(3000)}&from=2025-${pick(['10', '11', '12'])}-0${1 + rnd(9)}&to=2026-01-${10 + rnd(21)}`
  return `/api/keywords/${1 + rnd(101000)}`
}
let equal = 0, statuses = new Map<string, number>()
const differ: string[] = []
const N = Number(process.argv[3] ?? 2000)
for (let i = 0; i < N; i++) {
  const path = ask(); const token = pick(tokens)
  const get = async (base: string) => { const r = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } }); return { status: r.status, type: r.headers.get('content-type'), text: await r.text() } }
  const [a, b] = await Promise.all([get(old.address), get(now.address)])
  const key = path.split('?')[0]!.replace(/\d+/, ':id') + ' ' + a.status
  statuses.set(key, (statuses.get(key) ?? 0) + 1)
  const clean = (x: any) => JSON.stringify(x).replace(/"request_?id":"[^"]+"/gi, '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
  if (clean(a) === clean(b)) equal++
  else { differ.push(path); if (differ.length < 6) { let k = 0; while (a.text[k] === b.text[k]) k++; console.log(path, a.status, b.status, '\n  old', a.text.slice(Math.max(0, k - 80), k + 120), '\n  new', b.text.slice(Math.max(0, k - 80), k + 120)) } }
}
console.log({ equal, differ: differ.length }, Object.fromEntries(statuses))
old.child.disconnect(); now.child.disconnect(); await database.close()
