import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { writePosts } from '../features/posts/content-tracker/post-store.ts'
import { importEarnings } from '../features/posts/content-tracker/verbs/import-earnings.ts'
import type { Api } from './api.ts'

/** Tables to clear between tests. */
const TABLES = [
  ...['notices', 'alert_rules', 'alert_facts', 'alert_reaches', 'content_earnings', 'product_earnings'],
  ...['site_earnings', 'content_posts', 'product_prices', 'product_stocks', 'products'],
  ...['keyword_days', 'publisher_days', 'publishers', 'keywords'],
]

/** Posts with earnings of site `tt`, for what rules say of them. */
export function alertStage(api: Api, siteId: number) {
  const monday = (weeksBack: number) => plusDays(weekOf(api.now().toISOString().slice(0, 10)), -7 * weeksBack)
  async function followPost(postId: string, asins: readonly string[] = []) {
    const post = {
      siteId,
      postId,
      title: `Best ${postId}`,
      published: '2024-01-02T00:00:00Z',
      modified: null,
      address: `https://tt.example/${postId}`,
      focusKeyword: 'kettle',
      picture: null,
      trackingId: null,
      products: asins.map((asin) => ({ asin, name: `Kettle ${asin}`, award: '', image: null })),
    }
    await writePosts(api.database.db, [post], 'import')
  }
  const earn = (lines: readonly Record<string, unknown>[]) =>
    importEarnings(
      { pool: api.database.pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
      (async function* () {
        for (const [line, cells] of lines.entries()) yield { line, cells: { site: 'tt', ...cells } }
      })(),
    )

  /** Posts that earned 300 dollars a week, and 100 in the last four. */
  async function fallenPosts(...ids: string[]) {
    for (const id of ids) await followPost(id)
    await earn(
      ids.flatMap((id) =>
        Array.from({ length: 20 }, (_, index) => ({
          post_id: id,
          week: monday(index + 1),
          earnings: index < 4 ? 100 : 300,
        })),
      ),
    )
  }

  const clear = async () => {
    for (const table of TABLES) await api.database.pool.query(`delete from ${table}`)
  }
  return { monday, followPost, earn, fallenPosts, clear }
}
export type AlertStage = ReturnType<typeof alertStage>
