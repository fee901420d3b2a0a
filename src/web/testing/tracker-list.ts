import type { ContentRow, TaskRow } from '#shared/features/posts/content-tracker/contract.ts'
import { type Loopback, openLoopback } from './loopback.ts'

export const contentRow = (over: Partial<ContentRow> = {}): ContentRow => ({
  POST_ID: '7',
  SITE: 'hs',
  POST_TITLE: 'Best Vacuums',
  POST_DATE: '2026-03-01',
  PERMALINK: 'https://hs.example/vacuums',
  ARTICLE_URL: null,
  PRODUCT_LIST: ['B0AAAAAAA1', 'B0AAAAAAA2'],
  EARNINGS: 6214.4,
  clicks: 1234,
  clicks_until: new Date().toISOString().slice(0, 10),
  FLAGS: ['EARNINGS_DROP', 'PRICE_CHECK'],
  change: -0.314,
  weeks: [1, 2, 3],
  refresh: 72,
  reasons: [
    { kind: 'earnings', points: 47, text: 'The last four weeks earned less' },
    { kind: 'stock', points: 25, text: '2 of 2 products are out of stock' },
  ],
  renews: 'article',
  update: null,
  ...over,
})
export const taskRow = (over: Partial<TaskRow> = {}): TaskRow => ({
  title: 'Best Vacuums',
  site: 'hs',
  post_id: '7',
  status: 'In update',
  url: '/board/task/11',
  priority: 'High',
  notes: 'Swap the top pick.',
  notice: null,
  ...over,
})
const FLAGS = ['ALL', 'EARNINGS_DROP', 'OUT_OF_STOCK', 'STALE_180D', 'NO_KEYWORD', 'NONE'].map(
  (flag, index) => ({
    flag,
    posts: index + 1,
    earnings: 1000 * (index + 1),
    lost: 10 * (index + 1),
  }),
)
const WEEKS = [
  { WEEK_START_DATE: '2025-11-17', EARNINGS: 5 },
  { WEEK_START_DATE: '2026-11-16', EARNINGS: 10 },
]

/**
 * A server with the Content Tracker's responses: `told` has its posts and their tasks, which tests can
 * change.
 */
export async function openTracker(): Promise<{
  server: Loopback
  told: { rows: ContentRow[]; tasks: TaskRow[] }
}> {
  const told = { rows: [contentRow()], tasks: [taskRow()] }
  const server = await openLoopback()
  server.answer('GET /api/alert-rules', { body: [] })
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 1,
        code: 'hs',
        display_name: 'Hearthside',
        normalized_name: 'hearthside',
        logo_url: '/l.png',
        url: 'https://hs.example',
      },
    ],
  })
  server.answer('GET /api/saved-views', { body: [] })
  server.answer('GET /api/warehouse', { body: { warehouse: null } })
  server.answer('GET /api/snowflake/overview', { body: { weeks: WEEKS, flags: FLAGS } })
  server.answer('GET /api/snowflake/content', () => ({
    body: { pageInfo: { total: 41 }, edges: told.rows },
  }))
  server.answer('POST /api/articles/asana-statuses', () => ({ body: told.tasks }))
  server.answer('GET /api/content-tracker/task-values', {
    body: { statuses: ['Backlog', 'In update'], priorities: ['High'] },
  })
  server.answer('GET /api/snowflake/products', {
    body: [
      {
        IMAGE_URL: '/a.jpg',
        AWARD: 'Best Overall',
        ASIN: 'B0AAAAAAA1',
        NAME: 'Glide',
        REVENUE: 12.5,
        commission: null,
        AVAILABILITY: 'Now',
        raw_availability: 'IN_STOCK',
      },
      {
        IMAGE_URL: null,
        AWARD: '',
        ASIN: 'B0AAAAAAA2',
        NAME: 'Pebble',
        REVENUE: null,
        commission: { category: 'Kitchen', percent: 4.5, per_sale: 2.25 },
        AVAILABILITY: null,
        raw_availability: 'NOT_SCANNED',
      },
    ],
  })
  server.answer('GET /api/snowflake/article-revenue', { body: { history: WEEKS, notice: null } })
  server.answer('GET /api/content-tracker/causes', { body: { causes: [], outages: [] } })
  return { server, told }
}
