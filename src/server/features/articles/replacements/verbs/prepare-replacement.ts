import { PRODUCT_NAME_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { AppError, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import type { ProductReading } from '../../../products/area.ts'
import type { ReplacementDeps } from '../deps.ts'
import { planPosts } from '../live-reader.ts'
import { findPlaces } from '../place-reader.ts'
import { findLastPrice } from '../queries.ts'
import { insertReplacement } from '../store.ts'

/** The old and the new product, by ASIN. */
export interface ReplacementWish {
  asin: string
  replacement: string
}

function refuse(message: string): never {
  throw new RequestInvalid('body', [{ path: 'replacement', message }])
}

/** What may be recommended in place of another: something that is known, and can be bought. */
function bought(reading: ProductReading | undefined) {
  if (reading?.state === 'invalid') refuse('The marketplace doesn’t have this product.')
  if (reading?.item === undefined)
    throw new AppError('unavailable', 'Couldn’t look up this product. Try again.')
  if (reading.item.stock !== 'IN_STOCK') refuse('This product is sold out too.')
  return reading.item
}

interface Price {
  amount: number
  currency: string
}

/** What two products cost, where that can be compared. */
function pricesOf(old: Price | undefined, by: Price | undefined) {
  const isOneCurrency = old === undefined || by === undefined || old.currency === by.currency
  return { old: (isOneCurrency ? old?.amount : null) ?? null, by: by?.amount ?? null }
}

/** Freezes the set of places for a replacement; returns its id. Changes no article. */
export async function prepareReplacement(
  deps: ReplacementDeps,
  actor: Caller,
  { asin, replacement }: ReplacementWish,
): Promise<number> {
  requires(actor, replacementEndpoints.prepare.access)
  if (asin === replacement) refuse('It’s the same product.')
  const readings = await deps.products.readProducts([asin, replacement])
  const [old, by] = [readings.get(asin), readings.get(replacement)]
  const { title, price } = bought(by)
  const name = title.slice(0, PRODUCT_NAME_MAXIMUM)
  // A product out of stock has no current price, so its last one counts.
  const oldPrice = old?.item?.price ?? (await findLastPrice(deps.db, asin))
  const exchange = {
    old: { asin, name: old?.item?.title ?? '' },
    by: { asin: replacement, name },
    prices: pricesOf(oldPrice, price),
  }
  const shown = price === undefined ? null : { ...price, asOf: by?.asOf ?? deps.clock() }
  const plans = await planPosts(deps, actor, {
    old: exchange.old,
    by: { ...exchange.by, price: shown, imageUrl: by?.item?.imageUrl ?? null },
    marketplace: deps.marketplace,
  })
  return transaction(deps.db, async (tx) => {
    const places = await findPlaces(tx, actor, { exchange, plans })
    const named = places.flatMap(({ before }) => before ?? []).find((product) => product.asin === asin)
    return insertReplacement(
      tx,
      {
        userId: actor.id,
        oldAsin: asin,
        oldName: named?.name ?? exchange.old.name,
        newAsin: replacement,
        newName: name,
        createdAt: deps.clock(),
      },
      places,
    )
  })
}
