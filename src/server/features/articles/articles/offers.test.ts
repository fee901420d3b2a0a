import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import type {
  PublishedPost,
  PublishingSite,
  UnreadablePost,
} from '../../../integrations/publishing-site/port.ts'
import { quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { offersOf, shownOffers } from './offer-reader.ts'
import { findPublishedFor } from './published-reader.ts'
import { findWholeArticle, type WholeArticle } from './whole-queries.ts'

const NOW = new Date(Date.UTC(2026, 2, 1))
const [OURS, NEW, POST] = ['B0AAAAAAA1', 'B0AAAAAAA2', 500]
const failure = { system: 'Amazon', operation: 'x', kind: 'unavailable' } as const

let database: Database
let whole: WholeArticle
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  const { id: userId } = await buildUser(database.db)
  siteId = (await buildSite(database.db, { code: 'of', affiliateTag: null })).id
  const article = await buildArticle(database.db, { userId, siteId, status: 'published', postId: POST })
  const read = await findWholeArticle(database.db, article.id)
  const [product] = read?.products ?? []
  if (!read || !product) throw new Error('There is no article.')
  whole = { ...read, products: [product, { ...product, asin: NEW }] }
})
afterAll(() => database.close())

const item = (over: Partial<CatalogItem> = {}): CatalogItem => ({
  ...{ asin: OURS, title: 'Kettle', stock: 'IN_STOCK', imageUrl: '/catalog/kettle.png' },
  price: { amount: 9, display: '$9.00', currency: 'USD' },
  ...over,
})
function partsWith(items: CatalogItem[] | Error, site: Partial<PublishingSite> = {}) {
  const quiet = quietParts(database.db, () => NOW)
  const getItems = async () => {
    if (items instanceof Error) throw items
    return { items, invalid: [NEW] }
  }
  return { ...quiet, publishing: siteThat(site), catalog: { ...quiet.catalog, getItems } }
}
const published = (post: Partial<PublishedPost> | UnreadablePost | undefined) => ({
  readPublished: async () => (post ? [post as PublishedPost] : []),
})
const linksOf = async (deps: ReturnType<typeof partsWith>, article = whole, postId: number | null = POST) => {
  const offers = await offersOf(deps, article, postId)
  return [OURS, NEW].map((asin) => offers.get(asin)?.link)
}
const linkTo = (asin: string, tag?: string) =>
  `https://www.amazon.com/dp/${asin}${tag === undefined ? '' : `?tag=${tag}`}`
const withSite = (over: Partial<WholeArticle['site']>) => ({ ...whole, site: { ...whole.site, ...over } })

it('a link gets its site’s tag in place of any other, without reading the post', async () => {
  const pageUrl = 'https://www.amazon.com/dp/B0AAAAAAA1?tag=theirs-21&th=1'
  expect(await linksOf(partsWith([item({ pageUrl })]), withSite({ affiliateTag: 'ours-20' }))).toEqual([
    'https://www.amazon.com/dp/B0AAAAAAA1?tag=ours-20&th=1',
    linkTo(NEW, 'ours-20'),
  ])
})

it('on a site without a tag a link keeps its own, and a new product’s link gets the most common one', async () => {
  const tags = new Map([
    ['B0OTHER001', 'rare-20'],
    [OURS, 'own-20'],
    ['B0OTHER002', 'usual-20'],
    ['B0OTHER003', 'usual-20'],
  ])
  const expected = [linkTo(OURS, 'own-20'), linkTo(NEW, 'usual-20')]
  expect(await linksOf(partsWith([item()], published({ tags })))).toEqual(expected)
  const bare = [linkTo(OURS), linkTo(NEW)]
  expect(await linksOf(partsWith([item()], published({ tags: new Map() })))).toEqual(bare)
  expect(await linksOf(partsWith([item()], published(undefined)))).toEqual(bare)
  // A new post has no links yet.
  expect(await linksOf(partsWith([item()]), whole, null)).toEqual(bare)
})

it('links of a post that can’t be read stay, and a post not written here is not overwritten', async () => {
  const deps = partsWith([item()], published({ id: POST, fault: 'It is locked.' }))
  expect((await offersOf(deps, whole, POST)).size).toBe(0)
  const other = { ...whole, article: { ...whole.article, postId: null } }
  await expect(offersOf(deps, other, POST)).rejects.toMatchObject({
    ...{ kind: 'bad_response' },
    advice: 'Couldn’t read the affiliate tag of its links: It is locked.',
  })
})

it('offers are null where the site’s theme adds them, and empty without products', async () => {
  const themed = withSite({ linksProducts: false })
  expect([...(await offersOf(partsWith([]), themed, POST)).values()]).toEqual([null, null])
  expect((await offersOf(partsWith([]), { ...whole, products: [] }, POST)).size).toBe(0)
})

it('while the catalogue is down a post keeps its offers, and a new one gets only links', async () => {
  const away = partsWith(new IntegrationError('No', failure))
  const tagged = withSite({ affiliateTag: 'ours-20' })
  expect((await offersOf(away, tagged, POST)).size).toBe(0)
  const fresh = { ...tagged, article: { ...whole.article, postId: null } }
  expect([...(await offersOf(away, fresh, null)).values()]).toEqual(
    [OURS, NEW].map((asin) => ({
      ...{ link: linkTo(asin, 'ours-20'), imageUrl: null, price: null, isSoldOut: false },
    })),
  )
  await expect(offersOf(partsWith(new Error('ENOENT')), tagged, POST)).rejects.toThrow('ENOENT')
})

const PRICE = { ...item().price, asOf: NOW }
const PICTURE = 'https://desk.example/catalog/kettle.png'
it.each<[string, Partial<CatalogItem>, boolean, object]>([
  ['in stock', {}, true, { imageUrl: PICTURE, price: PRICE, isSoldOut: false }],
  [
    'in stock, where the site shows no prices',
    {},
    false,
    { imageUrl: PICTURE, price: null, isSoldOut: false },
  ],
  ['sold out', { stock: 'OUT_OF_STOCK' }, true, { imageUrl: PICTURE, price: null, isSoldOut: true }],
  ['unsure', { isUnverified: true }, true, { imageUrl: PICTURE, price: null, isSoldOut: false }],
  [
    'perhaps sold out',
    { stock: 'OUT_OF_STOCK', isUnverified: true },
    true,
    { imageUrl: PICTURE, price: null, isSoldOut: false },
  ],
  ['without a price', { price: undefined }, true, { imageUrl: PICTURE, price: null, isSoldOut: false }],
  [
    'pictured by the marketplace',
    { imageUrl: 'https://m.example/k.jpg' },
    true,
    { imageUrl: 'https://m.example/k.jpg', price: PRICE, isSoldOut: false },
  ],
])(
  'readers see of a product that is %s what its site and the marketplace are sure of',
  async (_, over, showsPrices, seen) => {
    const shown = await shownOffers(partsWith([item(over)]), { showsPrices }, [OURS, NEW, 'B0SILENT01'])
    expect([...shown]).toEqual([
      [OURS, seen],
      // It does not exist any more.
      [NEW, { imageUrl: null, price: null, isSoldOut: false }],
    ])
  },
)

it('products are looked up twenty at a time', async () => {
  const asked: number[] = []
  const catalog = {
    ...quietParts(database.db, () => NOW).catalog,
    async getItems(asins: readonly string[]) {
      asked.push(asins.length)
      return { items: [], invalid: [...asins] }
    },
  }
  const asins = Array.from({ length: 41 }, (_, at) => `B0${at}`)
  const shown = await shownOffers({ ...partsWith([]), catalog }, { showsPrices: true }, asins)
  expect([asked, shown.size]).toEqual([[20, 20, 1], 41])
})

it('an article is found by its post’s address, or else by its keyword and title, or as the only one of its keyword', async () => {
  const { db } = database
  const { id: userId } = await buildUser(db)
  const site = await buildSite(db, { code: 'pf' })
  const publish = async (title: string, values: object = {}) =>
    buildArticle(db, { userId, siteId: site.id, status: 'published', title, postId: 1, ...values })
  const first = await publish('Kettles', { postId: 11 })
  const keywordId = first.keyword.id
  const find = (title: string, url = '', findPostByUrl: PublishingSite['findPostByUrl'] = async () => null) =>
    findPublishedFor({ db, publishing: siteThat({ findPostByUrl }) }, site, { keywordId, title, url })
  expect([await find('Another title'), await find(' kETTLES ')]).toEqual([first.id, first.id])
  const second = await publish('Pots')
  await database.pool.query(
    'insert into article_keywords (article_id, keyword_id, position) values ($1, $2, 1)',
    [second.id, keywordId],
  )
  expect([await find('Another title'), await find('pots')]).toEqual([null, second.id])
  expect(await find('Pots', 'https://pf.example/k', async () => 11)).toBe(first.id)
  const strange = await publish('Strange', { postId: 12 })
  expect(await find('Pots', 'https://pf.example/s', async () => 12)).toBe(strange.id)
  const away = () => Promise.reject(new IntegrationError('No', failure))
  expect(await find('Pots', 'https://pf.example/k', away)).toBe(second.id)
  const broken = () => Promise.reject(new Error('ENOENT'))
  await expect(find('Pots', 'https://pf.example/k', broken)).rejects.toThrow('ENOENT')
})
