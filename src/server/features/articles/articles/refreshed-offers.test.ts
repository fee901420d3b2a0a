import { afterAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { CatalogItem, ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

const shop: { item: CatalogItem; isAway: boolean; isSilent: boolean } = {
  item: { asin: 'B0AAAAAAA1', title: 'Kettle', imageUrl: '/catalog/kettle.png', stock: 'IN_STOCK' },
  isAway: false,
  isSilent: false,
}
const catalog: ProductCatalog = {
  async getItems(asins) {
    if (shop.isAway)
      throw new IntegrationError('No', { system: 'Amazon', kind: 'unavailable', operation: 'x' })
    return { items: asins.includes(shop.item.asin) && !shop.isSilent ? [shop.item] : [], invalid: [] }
  },
  check: async () => ({ adapter: 'x', ok: true, detail: '' }),
}

const api = await startApi({}, { catalog })
const { pool, db } = api.database
const { id: siteId } = await buildSite(db, { code: 'ok', affiliateTag: 'kitchen-20' })
const [requester, qa, adm] = [await api.as('opm'), await api.as('qa'), await api.as('adm')]
afterAll(() => api.close())

const costs = (amount: number) => {
  shop.item = { ...shop.item, price: { amount, display: `$${amount.toFixed(2)}`, currency: 'USD' } }
}
const run = (name: string) => api.runJob(name)
const refresh = () => run('articles.refresh-offers')

/** The live post of a new article, whose product costs this much. */
async function publish(amount: number) {
  costs(amount)
  const { id } = await buildArticle(db, { userId: requester.id, siteId })
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
  await api.app.queue.drain()
  await pool.query(
    "update site_posts set status = 'publish', published_at = now() where post_id = (select wordpress_id from articles where article_id = $1)",
    [id],
  )
  await run('articles.find-published')
  const read = async () => {
    const { rows } = await pool.query(
      'select p.content, p.modified_at from site_posts p join articles a on a.wordpress_id = p.post_id where a.article_id = $1',
      [id],
    )
    return { text: String(rows[0].content), modifiedAt: rows[0].modified_at }
  }
  return {
    id,
    read,
    price: async () => /<strong>(.*?)<\/strong> as of (.*?)</.exec((await read()).text)?.slice(1),
  }
}

beforeEach(async () => {
  Object.assign(shop, { isAway: false, isSilent: false })
  await pool.query("update article_posts set state = 'trashed'")
})

it('a price in a live post is refreshed when it is 20 hours old, and the post does not count as changed', async () => {
  const post = await publish(80)
  const before = await post.read()
  const [display, time] = (await post.price()) ?? []
  expect(display).toBe('$80.00')
  costs(75)
  api.advance(19 * HOUR_MS)
  await refresh()
  expect(await post.read()).toEqual(before)
  api.advance(HOUR_MS + 1)
  await refresh()
  const after = await post.read()
  expect(await post.price()).toEqual(['$75.00', expect.not.stringContaining(time ?? '')])
  expect(after.modifiedAt).toEqual(before.modifiedAt)
  const bare = (text: string) => text.replace(/<strong>.*?<\/p>/, '')
  expect(bare(after.text)).toBe(bare(before.text))
})

it('a price that can’t be refreshed for a day disappears with its picture, and both come back later', async () => {
  const post = await publish(80)
  const before = await post.read()
  shop.isAway = true
  api.advance(22 * HOUR_MS)
  await refresh()
  expect((await post.read()).text).toBe(before.text)
  api.advance(2 * HOUR_MS)
  await refresh()
  expect((await post.read()).text).not.toMatch(/<strong>|kettle\.png/)
  expect((await post.read()).text).toContain('See the price on Amazon')
  shop.isAway = false
  costs(81)
  await refresh()
  expect(await post.price()).toEqual(['$81.00', expect.any(String)])
  expect((await post.read()).text).toContain('kettle.png')
})

it('a product the marketplace does not answer for keeps its price until it is too old, and gets its picture back', async () => {
  const post = await publish(80)
  const before = await post.read()
  shop.isSilent = true
  api.advance(21 * HOUR_MS)
  await refresh()
  expect(await post.read()).toEqual(before)
  api.advance(2.6 * HOUR_MS)
  await refresh()
  expect((await post.read()).text).not.toMatch(/<strong>|kettle\.png/)
  shop.isSilent = false
  api.advance(20.1 * HOUR_MS)
  await refresh()
  expect((await post.read()).text).toContain('kettle.png')
  expect(await post.price()).toEqual(['$80.00', expect.any(String)])
})

it('a product that is sold out has a note instead of its price', async () => {
  const post = await publish(80)
  const { stock } = shop.item
  shop.item = { ...shop.item, stock: 'OUT_OF_STOCK' }
  api.advance(21 * HOUR_MS)
  await refresh()
  expect((await post.read()).text).toContain('Currently unavailable')
  shop.item = { ...shop.item, stock }
})

it('turning prices off for a site removes them with the next run, and turning them on restores them', async () => {
  const post = await publish(80)
  expect((await adm.patch(`/api/sites/${siteId}`, { shows_prices: false })).body.shows_prices).toBe(false)
  await refresh()
  expect(await post.price()).toBeUndefined()
  expect((await post.read()).text).toContain('kettle.png')
  const other = await publish(70)
  expect(await other.price()).toBeUndefined()
  await adm.patch(`/api/sites/${siteId}`, { shows_prices: true })
  await refresh()
  expect([await post.price(), await other.price()]).toEqual([
    ['$70.00', expect.any(String)],
    ['$70.00', expect.any(String)],
  ])
})

it('a post begins with the disclosure, in the site’s words as of the next copy, or has none', async () => {
  const post = await publish(80)
  expect((await post.read()).text).toMatch(
    /^<!-- wp:paragraph \{"className":"aop-disclosure"\} -->\n<p[^>]*>We independently/,
  )
  for (const [disclosure, said] of [
    ['  Links\npay us. ', /^<!-- [^>]* -->\n<p class="aop-disclosure">Links pay us\.<\/p>/],
    ['', /^<!-- wp:group /],
  ] as const) {
    expect((await adm.patch(`/api/sites/${siteId}`, { disclosure })).status).toBe(200)
    await api.runJob('articles.mirror-post', { articleId: post.id })
    expect((await post.read()).text).toMatch(said)
  }
})

it('drafts and posts readers can no longer see stay as they are', async () => {
  const post = await publish(80)
  await pool.query('update article_posts set state = $1 where article_id = $2', ['withdrawn', post.id])
  const before = await post.read()
  api.advance(48 * HOUR_MS)
  await refresh()
  expect(await post.read()).toEqual(before)
})
