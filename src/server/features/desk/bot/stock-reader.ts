import { SCREENS } from '#shared/access/screens.ts'
import type { Product } from '#shared/features/products/product-library/contract.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { money } from '#shared/format/money.ts'
import { PRODUCT_MENTIONS, presentLibraryProduct } from '../../products/area.ts'
import { fileOption, lasting, linkTo, MOST_OFFERED, offer, quoted, say } from './answer-text.ts'
import type { BotAnswer, CommandReader } from './deps.ts'

const CENTS = 100

const WORDS: Readonly<Record<Stock, string>> = {
  IN_STOCK: 'In stock',
  OUT_OF_STOCK: 'Out of stock',
  INVALID_ASIN: 'The marketplace doesn’t know this ASIN',
  NOT_SCANNED: 'Not scanned yet',
}

function stateOf({ in_stock: stock, lastStock }: Product, now: Date): string {
  const state = WORDS[stock]
  if (lastStock === null || stock === 'NOT_SCANNED') return state
  const days = Math.floor((now.getTime() - Date.parse(lastStock.created_at)) / DAY_MS)
  return days < 1 ? `${state} since today` : `${state} for ${lasting(days, 'day')}`
}

function usesOf({ countArticles: count, earnings_30d: cents }: Product): string {
  const uses =
    count === 0
      ? 'Nothing recommends it'
      : `${countedIn(count, 'article')} ${count === 1 ? 'recommends' : 'recommend'} it`
  return cents === null ? `${uses}.` : `${uses}; it earned ${money(cents / CENTS)} in the last 30 days.`
}

/** Answer about one product. */
function aboutProduct(product: Product, now: Date): BotAnswer {
  const { product_id: id, asin, name, image_url, price, in_stock: stock, countArticles: count } = product
  const articles = countedIn(count, 'article')
  const options = [
    linkTo('Open product', SCREENS.products.path, { query: asin, productId: id }),
    ...(count === 0
      ? []
      : [
          linkTo(articles, SCREENS.products.path, { query: asin, articles: id }),
          fileOption(`${articles} of ${asin} as XLSX`, PRODUCT_MENTIONS, { asin }),
        ]),
  ]
  return say(`${stateOf(product, now)}. ${usesOf(product)}`, options, {
    product: { product_id: id, asin, name, image_url, price, stock },
  })
}

/** `/stock`: whether a product can be bought, and what recommends it. */
export const readStock: CommandReader = async ({ library, clock }, _actor, words) => {
  if (words === '')
    return say('Which product? Type its ASIN or part of its name.', [
      linkTo('Products out of stock', SCREENS.products.path, { stock: 'OUT_OF_STOCK' }),
    ])
  const now = clock()
  const found = await library.listProducts({
    query: words,
    stock: null,
    page: 1,
    perPage: MOST_OFFERED,
    sort: 'earnings_30d',
    sortOrder: 'desc',
  })
  const products = found.rows.map((row) => presentLibraryProduct(row, now))
  const named = products.find(({ asin }) => asin === words.toUpperCase())
  const [only] = products
  if (only === undefined)
    return say(`No products match ${quoted(words)}.`, [linkTo('Products Library', SCREENS.products.path)])
  if (named !== undefined || products.length === 1) return aboutProduct(named ?? only, now)
  return say(
    `${counted(found.total, found.isMore)} products match ${quoted(words)}. Which one? Top earners first.`,
    [
      ...products.map(({ asin, name }) => offer(`${name} (${asin})`, 'stock', asin)),
      linkTo('All of them', SCREENS.products.path, { query: words }),
    ],
  )
}
