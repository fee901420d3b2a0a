import { HOUR_MS } from '#shared/format/duration.ts'
import { startApi } from './api.ts'
import { startBlogSite } from './blog-site.ts'
import { buildSite } from './builders.ts'

/** A link to a product, as a post has it. */
export const linkTo = (asin: string, words = 'A kettle') =>
  `<p><a href="https://www.amazon.com/dp/${asin}?tag=x">${words}</a></p>`
export const asinOf = (number: number) => `B0${String(number).padStart(8, '0')}`

/** A server connected to a site with its own posts, and users' actions. */
export async function startAdoptionStage(
  environment: Record<string, string> = {},
  options: Parameters<typeof startApi>[1] = {},
) {
  const site = await startBlogSite()
  const { blog } = site
  const api = await startApi({ WP_SITES: JSON.stringify({ bl: site.account }), ...environment }, options)
  const { database, app } = api
  const { id: siteId } = await buildSite(database.db, { code: 'bl', displayName: 'Blog' })
  const eng = await api.as('eng')
  const start = () => eng.post(`/api/sites/${siteId}/adoption`)
  const read = async () => (await eng.get(`/api/sites/${siteId}/adoption`)).body
  return {
    api,
    site,
    siteId,
    eng,
    start,
    read,
    /** Nothing is adopted, and the site is well and has no posts. */
    async clear() {
      await database.pool.query(
        'truncate adoptions cascade; delete from content_products; delete from content_posts; delete from products; delete from jobs.job',
      )
      blog.posts.clear()
      blog.odd.clear()
      blog.isCached = false
      blog.handedOut.length = 0
      blog.mishap = () => ({})
      blog.capabilities.edit_others_posts = true
    },
    async adopt() {
      const { status } = await start()
      if (status !== 202) throw new Error(`Adopting was answered with ${status}.`)
      await app.queue.drain()
      return read()
    },
    /** The hourly look for news. */
    async nextHour() {
      api.advance(HOUR_MS)
      await app.jobs.find(({ name }) => name === 'adoptions.keep-current')?.run({})
      await app.queue.drain()
      return read()
    },
    async content() {
      const { rows } = await database.pool.query(
        `select post_id, title, focus_keyword, picture_url, asins, source, gone_at is not null as gone, permalink
         from content_posts where site_id = $1 order by post_id::int`,
        [siteId],
      )
      return rows
    },
    report: async (id: number, outcomes = '') =>
      (await eng.get(`/api/adoptions/${id}/posts${outcomes}`)).body,
    async close() {
      await api.close()
      await site.close()
    },
  }
}
