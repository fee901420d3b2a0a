import { browser } from './browser.ts'
import { openLoopback } from './loopback.ts'

/** A post of the Content Tracker with only a title, as the server returns it. */
const POST = {
  ...{ POST_ID: '7', SITE: 'hs', POST_TITLE: 'Best Vacuums', POST_DATE: '2026-03-01', PERMALINK: null },
  ...{ ARTICLE_URL: null, PRODUCT_LIST: [], EARNINGS: 1, clicks: null, clicks_until: null, FLAGS: [] },
  ...{ change: null, weeks: [], refresh: 0, reasons: [], renews: 'article', update: null },
}

/** A server whose Content Tracker has only that post, and a window in which all of it is visible. */
export async function openTrackerServer() {
  browser().setViewport({ width: 1600, height: 900 })
  const server = await openLoopback()
  for (const [route, body] of Object.entries({
    'GET /api/alert-rules': [],
    'GET /api/sites': [],
    'GET /api/saved-views': [],
    'GET /api/warehouse': { warehouse: null },
    'GET /api/snowflake/overview': { weeks: [], flags: [] },
    'GET /api/snowflake/content': { pageInfo: { total: 1 }, edges: [POST] },
    'POST /api/articles/asana-statuses': [],
    'GET /api/content-tracker/task-values': { statuses: [], priorities: [] },
  }))
    server.answer(route, { body })
  return server
}
