import { shots, as, base, b } from './zz.mjs'
const opm = await as('opm'), qa = await as('qa')
const call = async (s, m, p, body) => { const r = await fetch(base + p, { method: m, headers: { authorization: 'Bearer ' + s.token, ...(body ? { 'content-type': 'application/json' } : {}) }, body: body && JSON.stringify(body) }); return r.status === 204 ? null : r.json() }
const { nodes } = await call(qa, 'GET', '/api/articles/pending')
const own = nodes.find((n) => n.status === 'requested' && n.user_id === opm.user.id) ?? nodes.find((n) => n.status === 'requested')
console.log(own?.article_id, own?.user?.username)
await call(qa, 'PATCH', '/api/articles/validate/' + own.article_id, { command: 'return', reason: 'Nearly there.\nIntro: say how you weighed them\nProduct 2: another award\nQuestions: ask what readers ask' })
const mine = (await call(opm, 'GET', '/api/articles/pending')).nodes
console.log(mine.map((n) => [n.article_id, n.status]))
const draft = mine.find((n) => n.status === 'draft')
await shots([
  { role: 'opm', path: '/articles/' + own.article_id, name: 'ret', h: 1000 },
  { role: 'opm', path: '/articles/' + own.article_id, name: 'ret390', w: 390, h: 844, theme: 'dark' },
  { role: 'qa', path: '/articles/pending', name: 'pend' },
  { role: 'qa', path: '/articles/pending', name: 'pend1280', w: 1280, pinned: true, theme: 'dark' },
  ...(draft ? [{ role: 'opm', path: '/articles/' + draft.article_id, name: 'draft' }] : []),
])
await b.close()
