import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Act } from '#shared/features/audit/rules.ts'
import { OPERATIONS } from '../../api.ts'
import { type Answer, type Api, type Client, PASSWORD, startApi } from '../../testing/api.ts'
import { buildArticle, buildKeyword, buildPost, buildReturn, buildSite } from '../../testing/builders.ts'

let api: Api
let qa: Client
let adm: Client
let eng: Client
let siteId: number
let gid: string

beforeAll(async () => {
  api = await startApi()
  qa = await api.as('qa')
  adm = await api.as('adm')
  eng = await api.as('eng')
  siteId = (await buildSite(api.database.db, { code: 'au', boardGid: '1700000000000042' })).id
  const { body } = await qa.post('/api/articles', { siteId, keywords: ['boarded'], draft: false })
  await api.app.queue.drain()
  gid = (await qa.get(`/api/articles/${body.article_id}`)).body.gid
})
afterAll(() => api.close())

const article = async (status: string, userId = qa.id) =>
  (await buildArticle(api.database.db, { userId, siteId, status })).id
const keyword = async () => (await buildKeyword(api.database.db)).id
const tags = (words: string[], keywordIds: number[]) => ({ tagsToAdd: words, keywordIds })

async function prepared() {
  const selection = { keywordIds: [await keyword()] }
  const change = { action: 'addTags', tags: ['garden'] }
  return (await qa.post('/api/keyword-changes', { selection, change })).body.change_id
}
const comment = async (id: number) =>
  (await qa.post(`/api/keywords/${id}/comments`, { comment: 'so so' })).body.comment.comment_id
const view = (name: string) => ({ screen: 'keywords', name, search: 'a=1' })
const savedView = async (name: string) => (await qa.post('/api/saved-views', view(name))).body.view_id

function upload(path: string, name: string, content: string, type = 'text/csv'): Promise<Answer> {
  const payload = `--edge\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n--edge--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
  return qa.send({ method: 'POST', url: path, payload, headers })
}

async function linkOf(username: string) {
  await api.visitor.post('/api/reset-password', { username })
  const [mail] = await api.mails()
  return /(?:reset-password|confirmation)\/(\S+)/.exec(mail?.text ?? '')?.[1]
}

const member = (username: string, more: object = {}) => ({
  username,
  first_name: 'New',
  last_name: 'Person',
  role_id: 'opm',
  active: 1,
  ...more,
})
async function invited(username: string) {
  const { body } = await adm.post('/api/users', member(username))
  await api.mails()
  return body.id as number
}
async function invitation(username: string) {
  await invited(username)
  const mail = (await api.mails()).find(({ to }) => to === username)
  return /confirmation\/(\S+)/.exec(mail?.text ?? '')?.[1]
}

/** Answers the call itself, made ready so that nothing else is written down while it is made. */
type Case = [
  by: 'qa' | 'adm' | 'eng' | 'visitor',
  act: Act | null,
  ready: () => Promise<() => Promise<Answer>>,
]

/** Every call that may write, and the one entry that it leaves; null where there is nothing to tell. */
const CASES: Record<string, Case> = {
  'auth.signIn': ['qa', 'session.begun', async () => () => api.signIn('qa1@desk.example')],
  'auth.signOut': [
    'qa',
    'session.ended',
    async () => {
      const { body } = await api.signIn('qa1@desk.example')
      const headers = { authorization: `Bearer ${body.token}` }
      return () => api.visitor.send({ method: 'DELETE', url: '/api/auth', headers })
    },
  ],
  'auth.confirm': [
    'visitor',
    'password.created',
    async () => {
      const token = await invitation('first@desk.example')
      return () => api.visitor.post('/api/auth/confirmation', { token, password: 'an own secret' })
    },
  ],
  'auth.requestReset': [
    'visitor',
    'password.asked',
    async () => () => api.visitor.post('/api/reset-password', { username: 'wrt2@desk.example' }),
  ],
  'auth.reset': [
    'visitor',
    'password.reset',
    async () => {
      const token = await linkOf('opm2@desk.example')
      return () => api.visitor.put('/api/reset-password', { token, password: 'another secret' })
    },
  ],
  'auth.changePassword': [
    'qa',
    'password.changed',
    async () => () =>
      qa.patch('/api/profile/password', { password: PASSWORD, newPassword: 'a whole new secret' }),
  ],
  'users.create': [
    'adm',
    'user.created',
    async () => () => adm.post('/api/users', member('n1@desk.example')),
  ],
  'users.update': [
    'adm',
    'user.role-changed',
    async () => {
      const id = await invited('n2@desk.example')
      return () => adm.put(`/api/users/${id}`, member('n2@desk.example', { role_id: 'qa' }))
    },
  ],
  'users.resendEmail': [
    'eng',
    'user.mailed',
    async () => {
      const id = await invited('n3@desk.example')
      return () => eng.post(`/api/users/${id}/email/resend`)
    },
  ],
  'userActivity.record': ['qa', null, async () => () => qa.post('/api/user-activity', { url: '/keywords' })],
  'keywords.create': [
    'qa',
    'keyword.created',
    async () => () => qa.post('/api/keywords', { keyword: 'nib' }),
  ],
  'keywords.update': [
    'qa',
    'keyword.changed',
    async () => {
      const id = await keyword()
      return () => qa.patch(`/api/keywords/${id}`, { keyword: 'new words', tags: ['ink'], tracked: false })
    },
  ],
  'keywordUploads.upload': [
    'qa',
    'keyword.uploaded',
    async () => () => upload('/api/keywords/upload', 'a.csv', 'keyword\nquill\n'),
  ],
  'keywordUploads.preview': [
    'qa',
    null,
    async () => () => upload('/api/keywords/upload/preview', 'a.csv', 'keyword\nreed\n'),
  ],
  'keywordChanges.changeTags': [
    'qa',
    'keyword.many-changed',
    async () => {
      const ids = [await keyword(), await keyword()]
      return () => qa.post('/api/keywords/tags', tags(['two'], ids))
    },
  ],
  'keywordChanges.prepare': [
    'qa',
    null,
    async () => {
      const selection = { keywordIds: [await keyword()] }
      return () => qa.post('/api/keyword-changes', { selection, change: { action: 'untrack' } })
    },
  ],
  'keywordChanges.apply': [
    'qa',
    'keyword.many-changed',
    async () => {
      const id = await prepared()
      return () => qa.post(`/api/keyword-changes/${id}/apply`)
    },
  ],
  'keywordChanges.undo': [
    'qa',
    'keyword.many-restored',
    async () => {
      const id = await prepared()
      await qa.post(`/api/keyword-changes/${id}/apply`)
      return () => qa.post(`/api/keyword-changes/${id}/undo`)
    },
  ],
  'keywordComments.create': [
    'qa',
    'comment.created',
    async () => {
      const id = await keyword()
      return () => qa.post(`/api/keywords/${id}/comments`, { comment: 'good' })
    },
  ],
  'keywordComments.update': [
    'qa',
    'comment.changed',
    async () => {
      const id = await keyword()
      const made = await comment(id)
      return () => qa.patch(`/api/keywords/${id}/comments/${made}`, { comment: 'better' })
    },
  ],
  'keywordComments.remove': [
    'qa',
    'comment.deleted',
    async () => {
      const id = await keyword()
      const made = await comment(id)
      return () => qa.delete(`/api/keywords/${id}/comments/${made}`)
    },
  ],
  'savedViews.create': ['qa', 'view.created', async () => () => qa.post('/api/saved-views', view('one'))],
  'savedViews.update': [
    'qa',
    'view.changed',
    async () => {
      const id = await savedView('two')
      return () => qa.put(`/api/saved-views/${id}`, view('three'))
    },
  ],
  'savedViews.remove': [
    'qa',
    'view.deleted',
    async () => {
      const id = await savedView('four')
      return () => qa.delete(`/api/saved-views/${id}`)
    },
  ],
  'articles.create': [
    'qa',
    'article.requested',
    async () => () => qa.post('/api/articles', { siteId, keywords: ['desk'], draft: false }),
  ],
  'articles.replace': [
    'qa',
    'article.saved',
    async () => {
      const id = await article('requested')
      return () => qa.put(`/api/articles/${id}`, { title: 'Pens', version: 1 })
    },
  ],
  'articles.update': [
    'qa',
    'article.saved',
    async () => {
      const id = await article('requested')
      return () => qa.patch(`/api/articles/${id}`, { notes: 'More of them', version: 1 })
    },
  ],
  'articles.validate': [
    'qa',
    'article.returned',
    async () => {
      const id = await article('requested', adm.id)
      return () => qa.patch(`/api/articles/validate/${id}`, { command: 'return', reason: 'No' })
    },
  ],
  'articles.tick': [
    'qa',
    'article.ticked',
    async () => {
      const update = {
        keyword_id: await keyword(),
        siteId,
        title: 'T',
        gaps: [{ kind: 'heading', text: 'H' }],
      }
      const { body } = await qa.post('/api/comparison/updates', update)
      return () => qa.patch(`/api/articles/${body.article_id}/checklist`, { position: 0, done: true })
    },
  ],
  'articles.cancel': [
    'qa',
    'article.canceled',
    async () => {
      const id = await article('returned')
      return () => qa.patch(`/api/articles/cancel/${id}`)
    },
  ],
  'articles.resubmit': [
    'qa',
    'article.resubmitted',
    async () => {
      const id = await article('returned')
      const { id: articleReturnId } = await buildReturn(api.database.db, { articleId: id, userId: adm.id })
      return () => qa.patch(`/api/articles/resubmit/${id}`, { articleReturnId, comments: 'Done' })
    },
  ],
  'articles.remove': [
    'qa',
    'article.deleted',
    async () => {
      const id = await article('draft')
      return () => qa.delete(`/api/articles/${id}`)
    },
  ],
  'articles.addTask': [
    'qa',
    'article.keyword-linked',
    async () => {
      const id = await keyword()
      return () => qa.post('/api/articles/asana_article', { keyword_id: id, gid })
    },
  ],
  'articles.sync': [
    'qa',
    null,
    async () => {
      const { body } = await qa.get(`/api/board/task/${gid}`)
      return () => qa.post(`/api/articles/${body.article_id}/sync`)
    },
  ],
  'articles.unlinkKeyword': [
    'qa',
    'article.keyword-unlinked',
    async () => {
      const { body: task } = await qa.get(`/api/board/task/${gid}`)
      const { body } = await qa.get(`/api/articles/${task.article_id}`)
      return () => qa.delete(`/api/articles/${task.article_id}/keywords/${body.keywords[0].keyword_id}`)
    },
  ],
  'claims.claim': [
    'qa',
    'article.claimed',
    async () => {
      const id = await article('requested', adm.id)
      return () => qa.put(`/api/articles/${id}/claim`, { takeOver: false })
    },
  ],
  'claims.release': [
    'qa',
    'article.released',
    async () => {
      const id = await article('requested', adm.id)
      await qa.put(`/api/articles/${id}/claim`, { takeOver: false })
      return () => qa.delete(`/api/articles/${id}/claim`)
    },
  ],
  'notices.markRead': ['qa', null, async () => () => qa.post('/api/notices/read', { ids: 'all' })],
  'preflight.check': [
    'qa',
    null,
    async () => () =>
      qa.post('/api/preflight', { siteId, title: 'T', imageUrl: null, keywords: [], products: [], faqs: [] }),
  ],
  'posts.publish': [
    'qa',
    'post.published',
    async () => {
      const { id } = await buildPost(api.database.db, { siteId })
      return () => qa.post(`/api/posts/au/${id}/publish`)
    },
  ],
  'board.changeTask': [
    'qa',
    'task.changed',
    async () => () => qa.patch(`/api/board/task/${gid}`, { priority: 'High' }),
  ],
  'board.comment': [
    'qa',
    'task.commented',
    async () => () => qa.post(`/api/board/task/${gid}/comments`, { text: 'Soon' }),
  ],
  'images.store': [
    'qa',
    'picture.stored',
    async () => {
      const address = await api.app.images.put({ bytes: Buffer.from('x'), type: 'image/png' }, 'a')
      return () => qa.post('/api/images', { imageUrl: address, key: 'b' })
    },
  ],
  'shareOfVoice.exportRaw': [
    'qa',
    'file.asked',
    async () => () => qa.post('/api/stats/keyword-winners-raw', { dateRange: 7 }),
  ],
  'shareOfVoice.exportReport': [
    'qa',
    'file.asked',
    async () => () => qa.post('/api/stats/keyword-winners-report', { dateRange: 7 }),
  ],
  'comparison.saveExcludedWords': [
    'eng',
    'words.replaced',
    async () => () => eng.put('/api/comparison/excluded-words', { content: ['the', 'a'] }),
  ],
  'comparison.scan': [
    'qa',
    null,
    async () => () => qa.patch('/api/comparison/scan', { url: '/stories/none' }),
  ],
  'comparison.createUpdate': [
    'qa',
    'article.drafted',
    async () => {
      const update = {
        keyword_id: await keyword(),
        siteId,
        title: 'U',
        gaps: [{ kind: 'heading', text: 'H' }],
      }
      return () => qa.post('/api/comparison/updates', update)
    },
  ],
}

const WRITING = OPERATIONS.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ id }) => id)

async function entriesSince(id: number) {
  const { rows } = await api.database.pool.query('select * from audit_entries where id > $1 order by id', [
    id,
  ])
  return rows
}
async function lastEntry(): Promise<number> {
  const { rows } = await api.database.pool.query('select coalesce(max(id), 0)::int as id from audit_entries')
  return rows[0].id
}

const SECRETS = /secret|correct horse|\$argon2|Bearer/

describe('every call that may write', () => {
  it('is among those that are made here', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(WRITING.toSorted())
  })

  it.each(Object.entries(CASES))(
    '%s leaves one entry with who, from where and on what',
    async (id, [by, act, ready]) => {
      const call = await ready()
      const before = await lastEntry()
      const { status, body } = await call()
      const entries = await entriesSince(before)
      if (act === null) return expect([entries, status < 500]).toEqual([[], true])
      expect([id, status < 300, body?.message]).toEqual([id, true, body?.message])
      expect(entries.map((entry) => entry.act)).toEqual([act])
      const [entry] = entries
      const people = { qa, adm, eng, visitor: null }
      expect(entry).toMatchObject({
        actor_kind: by === 'visitor' ? 'visitor' : 'person',
        actor_id: people[by]?.id ?? null,
        role_id: by === 'visitor' ? null : by,
        address: '127.0.0.1',
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      expect(JSON.stringify(entry)).not.toMatch(SECRETS)
    },
  )
})
