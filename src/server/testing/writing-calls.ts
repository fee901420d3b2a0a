import { insertSamplePassword } from '../features/ground/system/store.ts'
import { accountCalls } from './account-calls.ts'
import { alertCalls } from './alert-calls.ts'
import type { Answer, Api } from './api.ts'
import { botCalls } from './bot-calls.ts'
import { buildArticle, buildKeyword, buildPost, buildReturn, buildSite } from './builders.ts'
import { deskCalls } from './desk-calls.ts'
import { eventCalls } from './event-calls.ts'
import { factorCalls } from './factor-calls.ts'
import { postCalls } from './post-calls.ts'
import { replacementCalls } from './replacement-calls.ts'
import { siteCalls } from './site-calls.ts'
import { tokenCalls } from './token-calls.ts'
import type { WritingCall } from './writing-call.ts'

/** Every call that may write, by the name of its operation; `act` is null where there is nothing to tell. */
export async function writingCalls(api: Api): Promise<Record<string, WritingCall>> {
  const qa = await api.as('qa')
  const adm = await api.as('adm')
  const eng = await api.as('eng')
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { id: siteId } = await buildSite(api.database.db, { code: 'au', boardGid: '1700000000000042' })
  const { body: boarded } = await qa.post('/api/articles', { siteId, keywords: ['boarded'], draft: false })
  await api.app.queue.drain()
  const { gid } = (await qa.get(`/api/articles/${boarded.article_id}`)).body

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

  async function upload(path: string, content: string): Promise<Answer> {
    const form = new FormData()
    form.append('file', new Blob([content]), 'words.csv')
    const headers = { authorization: `Bearer ${qa.token}` }
    const response = await fetch(address + path, { method: 'POST', headers, body: form })
    return {
      status: response.status,
      body: await response.json(),
      headers: Object.fromEntries(response.headers),
    }
  }

  return {
    ...(await accountCalls(api)),
    ...(await factorCalls(api)),
    ...(await eventCalls(api)),
    ...(await tokenCalls(api)),
    ...(await siteCalls(api)),
    ...(await botCalls(api)),
    ...(await deskCalls(api)),
    ...(await replacementCalls(api)),
    ...(await alertCalls(api)),
    'keywords.create': [
      'qa',
      'keyword.created',
      async () => () => qa.post('/api/keywords', { keyword: 'nib' }),
    ],
    'keywords.createMany': [
      'qa',
      'keyword.created',
      async () => () => qa.post('/api/keywords/batch', { keywords: ['nib holder'] }),
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
      async () => () => upload('/api/keywords/upload', 'keyword\nquill\n'),
    ],
    'keywordUploads.preview': [
      'qa',
      null,
      async () => () => upload('/api/keywords/upload/preview', 'keyword\nreed\n'),
    ],
    'keywordUploads.inspect': [
      'qa',
      null,
      async () => () => upload('/api/keywords/upload/inspect', 'keyword\nrush\n'),
    ],
    'marketImports.keywords': [
      'qa',
      'opportunities.imported',
      async () => () => upload('/api/keyword-opportunities/import', 'keyword,volume\nquill pen,90\n'),
    ],
    'marketImports.products': [
      'qa',
      'products.imported',
      async () => () => upload('/api/keyword-opportunities/products/import', 'asin,name\nB0QUILLPEN,Quill\n'),
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
    'shareOfVoice.choose': [
      'qa',
      'report.chosen',
      async () => () => qa.put('/api/stats/choices', { winners_size: 25, surfaces_view: 'ours' }),
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
    'savedViews.chooseStart': [
      'qa',
      'view.chosen',
      async () => () => qa.put('/api/saved-views/start', { screen: 'keywords', view_id: null }),
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
          site_id: siteId,
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
    ...postCalls({ api, qa, siteId }),
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
        // One keyword must remain.
        await qa.post('/api/articles/asana_article', { keyword_id: await keyword(), gid })
        const { body } = await qa.get(`/api/articles/${task.article_id}`)
        return () => qa.delete(`/api/articles/${task.article_id}/keywords/${body.keywords[0].keyword_id}`)
      },
    ],
    'claims.claim': [
      'qa',
      'article.claimed',
      async () => {
        const id = await article('requested', adm.id)
        return () => qa.put(`/api/articles/${id}/claim`, { take_over: false })
      },
    ],
    'claims.release': [
      'qa',
      'article.released',
      async () => {
        const id = await article('requested', adm.id)
        await qa.put(`/api/articles/${id}/claim`, { take_over: false })
        return () => qa.delete(`/api/articles/${id}/claim`)
      },
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
    'productLibrary.scan': [
      'qa',
      'stock.scan-asked',
      async () => {
        await insertSamplePassword(api.database.db, 'secret')
        await article('published')
        return () => qa.post('/api/products/scans', { stock: 'All' })
      },
    ],
    'comparison.saveExcludedWords': [
      'eng',
      'words.replaced',
      async () => () => eng.put('/api/comparison/excluded-words', { content: ['the', 'a'] }),
    ],
    'comparison.createUpdate': [
      'qa',
      'article.drafted',
      async () => {
        const update = {
          keyword_id: await keyword(),
          site_id: siteId,
          title: 'U',
          gaps: [{ kind: 'heading', text: 'H' }],
        }
        return () => qa.post('/api/comparison/updates', update)
      },
    ],
  }
}
