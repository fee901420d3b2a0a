import type { Act } from '#shared/features/ground/audit/rules.ts'
import { markWaiting } from '../features/articles/articles/mirror-store.ts'
import { savePost } from '../features/articles/articles/post-store.ts'
import { insertRenewal, updateRenewal } from '../features/articles/articles/renewal-store.ts'
import type { Answer, Api, Client } from './api.ts'
import { buildArticle } from './builders.ts'

interface Stage {
  api: Api
  qa: Client
  siteId: number
}

/** Calls that change published content, for the list of all writing calls. */
export function postCalls({
  api,
  qa,
  siteId,
}: Stage): Record<string, [by: 'qa', act: Act | null, ready: () => Promise<() => Promise<Answer>>]> {
  const article = async (status: string) =>
    (await buildArticle(api.database.db, { userId: qa.id, siteId, status })).id
  const decided = async () => {
    const id = await article('rejected')
    await api.database.pool.query(
      `insert into article_decisions (article_id, command, user_id, decided_at, release_at)
       values ($1, 'reject', $2, now(), now() + interval '1 minute')`,
      [id, qa.id],
    )
    return id
  }
  return {
    'revisions.begin': [
      'qa',
      'article.drafted',
      async () => {
        const id = await article('published')
        return () => qa.post(`/api/articles/${id}/revision`)
      },
    ],
    'decisions.extend': [
      'qa',
      null,
      async () => {
        const id = await decided()
        return () => qa.post(`/api/articles/${id}/decision/extend`)
      },
    ],
    'decisions.undo': [
      'qa',
      'article.decision-undone',
      async () => {
        const id = await decided()
        return () => qa.post(`/api/articles/${id}/decision/undo`)
      },
    ],
    'contentTracker.requestUpdate': [
      'qa',
      'article.drafted',
      async () => {
        const { pool } = api.database
        const { rows } = await pool.query(
          `with p as (insert into content_posts (site_id, post_id, title, source, focus_keyword)
             values ($1, 'asked', 'Post', 'import', 'ink') returning site_id)
           select code from sites join p using (site_id)`,
          [siteId],
        )
        return () => qa.post('/api/content-tracker/updates', { site: rows[0].code, post_id: 'asked' })
      },
    ],
    'revisions.choose': [
      'qa',
      'article.chosen',
      async () => {
        const { body: requested } = await qa.post('/api/articles', {
          siteId,
          keywords: ['ink'],
          title: 'Ink',
          draft: false,
        })
        const id = requested.article_id
        await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })
        await api.app.queue.drain()
        const { pool } = api.database
        await pool.query("update articles set status = 'published' where article_id = $1", [id])
        await pool.query("update site_posts set title = 'Their ink' where title = 'Ink'")
        const { body: begun } = await qa.post(`/api/articles/${id}/revision`)
        await qa.patch(`/api/articles/${begun.article_id}`, { title: 'Our ink', version: 1 })
        const choice = { key: 'title', take: 'article', live: 'Their ink', wanted: 'Our ink' }
        return () => qa.put(`/api/articles/${begun.article_id}/revision/choice`, choice)
      },
    ],
    'revisions.undoRenewal': [
      'qa',
      'article.canceled',
      async () => {
        const { db, pool } = api.database
        await pool.query('update sites set changes_live_posts = true where site_id = $1', [siteId])
        const { rows } = await pool.query(
          `insert into site_posts (site_id, key, slug, status, title, content, created_at, modified_at)
           values ($1, 'renewed', 'renewed', 'publish', 'Ink', 'Old', now(), now()) returning post_id`,
          [siteId],
        )
        const postId: number = rows[0].post_id
        const { id } = await buildArticle(db, { userId: qa.id, siteId, status: 'published', postId })
        const empty = { excerpt: '', picture: null, focusKeyword: null, authorName: null }
        const text = { title: 'Ink', content: 'Old', ...empty, products: null, structured: null }
        await insertRenewal(db, { articleId: id, postId })
        await updateRenewal(db, id, { before: text, after: text, writtenAt: api.now() })
        return () => qa.post(`/api/articles/${id}/renewal/undo`)
      },
    ],
    'articles.retryCopy': [
      'qa',
      'article.copy-retried',
      async () => {
        const id = await article('requested')
        await markWaiting(api.database.db, id, 'task', new Date())
        return () => qa.post(`/api/articles/${id}/retry`, { target: 'task' })
      },
    ],
    'articles.restorePost': [
      'qa',
      'article.post-renewed',
      async () => {
        const { db } = api.database
        const { id } = await buildArticle(db, { userId: qa.id, siteId, status: 'published', postId: 7 })
        await savePost(db, { articleId: id, postId: 7, state: 'gone', url: null, since: new Date() })
        return () => qa.post(`/api/articles/${id}/post`, { remedy: 'renew' })
      },
    ],
  }
}
