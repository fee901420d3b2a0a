import type { Replacement } from '#shared/features/articles/replacements/contract.ts'
import type { CatalogItem, ProductCatalog } from '../integrations/product-catalog/port.ts'
import { type Api, type Client, startApi } from './api.ts'
import { buildKeyword, buildSite } from './builders.ts'

/** The product that is out of stock. */
export const OUT = 'B0AAAAAAR1'
export const GLIDE = 'B0AAAAAAR2'
export const PEBBLE = 'B0AAAAAAR3'
/** Of the same shelf, and sold out too. */
export const HUSH = 'B0AAAAAAR4'
/** Of another shelf. */
const FAR = 'B0AAAAAAR5'

const item = (asin: string, title: string, values: Partial<CatalogItem> = {}): CatalogItem => ({
  asin,
  title,
  categories: ['Home', 'Robot Vacuums'],
  price: { amount: 400, currency: 'USD', display: '$400.00' },
  stock: 'IN_STOCK',
  rating: { stars: 4.5, count: 900 },
  ...values,
})
/** A product out of stock has no price. */
const { price: _price, ...soldOut } = item(OUT, 'Dunlarch V2', { stock: 'OUT_OF_STOCK' })
export const GOODS: CatalogItem[] = [
  soldOut,
  item(GLIDE, 'Fennaway Glide M', {
    price: { amount: 369, currency: 'USD', display: '$369.00' },
    rating: { stars: 4.6, count: 12_204 },
  }),
  item(PEBBLE, 'Haldenby Slim Duo', { price: { amount: 410, currency: 'USD', display: '$410.00' } }),
  item(HUSH, 'Quenby Hush', { stock: 'OUT_OF_STOCK' }),
  item(FAR, 'Tent', { categories: ['Outdoors', 'Tents'] }),
]
/** A catalogue of these goods. */
export const stagedCatalog: ProductCatalog = {
  getItems: async (asins) => ({
    items: GOODS.filter(({ asin }) => asins.includes(asin)),
    invalid: asins.filter((asin) => !GOODS.some((good) => good.asin === asin)),
  }),
  check: async () => ({ adapter: 'staged', ok: true, detail: '' }),
}

/** The app with a catalogue of these goods. */
export const startReplacementApi = () => startApi({}, { catalog: stagedCatalog })

const nameOf = (wanted: string) => GOODS.find(({ asin }) => asin === wanted)?.title ?? ''
/** What an article says of one of them. */
export const row = (asin: string, award: string, name = nameOf(asin)) => ({
  asin,
  name,
  award,
  summary: 'It is.',
})
/** The places that can be ticked. */
export const openPlaces = ({ list }: Replacement) =>
  list.filter(({ state }) => state === 'open').map((place) => place.place_id)
export const statesOf = ({ list }: Replacement) => list.map(({ state }) => state)

/** Users' actions on articles and replacements in this app. */
export function replacementSteps(api: () => Api) {
  let serial = 0
  let siteId: Promise<number> | undefined
  const site = () => {
    siteId ??= buildSite(api().database.db, { code: 'rp' }).then(({ id }) => id)
    return siteId
  }
  /** An article that recommends the product that is sold out. */
  async function write(
    by: Client,
    { draft = false, award = 'Best Overall', others = [] as object[], title = '' } = {},
  ): Promise<number> {
    serial += 1
    const keyword = await buildKeyword(api().database.db, `vacuums ${serial}`)
    const { status, body } = await by.post('/api/articles', {
      siteId: await site(),
      keywords: [{ keyword_id: keyword.id }],
      title: title || `Vacuums ${serial}`,
      products: [row(OUT, award, 'Dunlarch V2'), ...others],
      faqs: [{ question: 'Is it loud?' }],
      draft,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.article_id
  }
  const publish = (id: number) =>
    api().database.pool.query(
      "update articles set status = 'published', wordpress_id = article_id where article_id = $1",
      [id],
    )
  const prepare = async (by: Client, replacement = GLIDE): Promise<Replacement> => {
    const { status, body } = await by.post('/api/replacements', { asin: OUT, replacement })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  /** With all that would still be about the old product, unless told otherwise. */
  const apply = (
    by: Client,
    { replacement_id: id }: Replacement,
    places: number[],
    { accepted = places, answers = [] as { place: number; sentence: string; words: string }[] } = {},
  ) => by.post(`/api/replacements/${id}/apply`, { places, accepted, answers })
  const read = async (by: Client, { replacement_id: id }: Replacement): Promise<Replacement> =>
    (await by.get(`/api/replacements/${id}`)).body
  const undo = async (by: Client, { replacement_id: id }: Replacement) => {
    const answer = await by.post(`/api/replacements/${id}/undo`)
    await api().app.queue.drain()
    return answer
  }
  const article = async (by: Client, id: number) => (await by.get(`/api/articles/${id}`)).body
  const asinsOf = async (by: Client, id: number) =>
    (await article(by, id)).products.map(({ asin }: { asin: string }) => asin)

  /** Replaces everywhere that is offered. */
  async function replaced(by: Client, replacement = GLIDE): Promise<Replacement> {
    const prepared = await prepare(by, replacement)
    await apply(by, prepared, openPlaces(prepared))
    await api().app.queue.drain()
    return read(by, prepared)
  }
  async function clear() {
    for (const table of ['replacements', 'content_posts', 'articles'])
      await api().database.pool.query(`delete from ${table}`)
  }
  return { site, write, publish, prepare, apply, read, undo, article, asinsOf, replaced, clear }
}
