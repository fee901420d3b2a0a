import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let requester: Client
let qa: Client
let siteId: number
beforeAll(async () => {
  api = await startApi()
  siteId = (await buildSite(api.database.db, { code: 'ok' })).id
  requester = await api.as('opm')
  qa = await api.as('qa')
})
afterAll(() => api.close())

/** An article that QA has approved, and the draft that was made of it. */
async function approved() {
  const { id } = await buildArticle(api.database.db, { userId: requester.id, siteId })
  await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  await api.app.queue.drain()
  const { body } = await qa.get(`/api/articles/${id}`)
  return { id, postId: body.wordpress_id as number }
}

describe('the page of a built-in post', () => {
  it('shows its state and its article', async () => {
    const { id, postId } = await approved()
    const { status, body } = await requester.get(`/api/posts/OK/${postId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      post: { id: postId, status: 'draft' },
      site: { code: 'ok' },
      article: { article_id: id, status: 'approved' },
    })
    expect(body.focus_keyword).toMatch(/^keyword /)
  })

  it('is not there for another site or another number', async () => {
    const { postId } = await approved()
    for (const path of [`/api/posts/s1/${postId}`, '/api/posts/ok/999999', `/api/posts/xx/${postId}`])
      expect((await requester.get(path)).status).toBe(404)
  })
})

describe('publishing a built-in post', () => {
  it('makes its article published, with the user in the history', async () => {
    const { id, postId } = await approved()
    const { status, body } = await qa.post(`/api/posts/ok/${postId}/publish`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      post: { status: 'publish', datePublished: expect.any(String) },
      article: { status: 'published' },
    })
    const { body: article } = await requester.get(`/api/articles/${id}`)
    expect(article.status).toBe('published')
    expect(article.events.at(-1)).toMatchObject({ action: 'published', user: { id: qa.id } })
  })

  it('needs the right to validate articles', async () => {
    const { postId } = await approved()
    expect((await requester.post(`/api/posts/ok/${postId}/publish`)).status).toBe(403)
    expect((await requester.get(`/api/posts/ok/${postId}`)).body.post.status).toBe('draft')
  })

  it('of twenty people at once publishes once', async () => {
    const { id, postId } = await approved()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => qa.post(`/api/posts/ok/${postId}/publish`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { body } = await qa.get(`/api/articles/${id}`)
    expect(body.events.filter(({ action }: { action: string }) => action === 'published')).toHaveLength(1)
  })

  it('leaves the article alone when something goes wrong on the way', async () => {
    const { id, postId } = await approved()
    await api.database.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger refuse before insert on article_events for each row execute function refuse()`,
    )
    const { status } = await qa.post(`/api/posts/ok/${postId}/publish`)
    await api.database.pool.query('drop trigger refuse on article_events; drop function refuse()')
    expect(status).toBe(500)
    expect((await qa.get(`/api/posts/ok/${postId}`)).body.post.status).toBe('draft')
    expect((await qa.get(`/api/articles/${id}`)).body.status).toBe('approved')
  })
})
