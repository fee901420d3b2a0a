import type { Article } from '#shared/features/articles/articles/contract.ts'
import { anArticle } from './articles.ts'
import { openLoopback } from './loopback.ts'

export const PRODUCT = {
  product_id: 1,
  asin: 'B0KETTLE02',
  name: 'Kettle Two',
  award: 'Best',
  summary: 'Quiet.',
}

export const RETURNED = {
  article_return_id: 9,
  user: { id: 2, first_name: 'Dana', last_name: 'Okafor', username: 'dana@copydesk.example' },
  reason: 'Say how you weighed them.',
  created_at: '2026-03-02T00:00:00.000Z',
  answered_at: null,
  complement: null,
  kind: 'return' as const,
}

/** The article at the time of its return. */
export const SENT_BACK = {
  title: 'The 9 Best Kettles',
  intro: 'We weighed nine kettles.',
  notes: null,
  image_url: null,
  keywords: ['kettle'],
  products: [{ asin: 'B0KETTLE01', name: 'Kettle Two', award: 'Best', summary: 'Quiet.' }],
  faqs: ['Is it loud?'],
}

/** A server with article 5, the first of two that wait, followed by article 6. */
export async function openArticleServer() {
  const server = await openLoopback()
  server.answer('GET /api/articles/5/place', { body: { position: 1, total: 2, before: null, after: 6 } })
  server.answer('GET /api/articles/5/preflight', {
    body: { findings: [], rules: 14, passed: 14, unread: [] },
  })
  server.answer('GET /api/articles/6/place', { body: { position: 1, total: 1, before: null, after: null } })
  server.answer('GET /api/articles/6', { body: anArticle({ article_id: 6, title: 'Toasters' }) })
  server.answer('GET /api/products/preview', { body: [] })
  server.answer('PUT /api/articles/5/claim', { body: {} })
  server.answer('DELETE /api/articles/5/claim', { status: 204 })
  return {
    server,
    /** Sets the article, and its version at the time of the return. */
    hold(article: Article, before: object | null = null) {
      server.answer('GET /api/articles/5', { body: article })
      server.answer('GET /api/articles/5/changes', {
        body: {
          returned_at: before && RETURNED.created_at,
          changes: before ? [{ field: 'Title', before: 'x', after: 'y' }] : [],
          before,
        },
      })
    },
  }
}
