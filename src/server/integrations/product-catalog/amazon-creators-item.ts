import { type BrowseNode, type Item, Label, type Listing } from './amazon-creators-schemas.ts'
import type { CatalogItem, CatalogOffer, CatalogStock } from './port.ts'

/** What a buyer can have, now or after a known wait. Every other type, and none, is out of stock. */
const AVAILABLE = new Set(['IN_STOCK', 'IN_STOCK_SCARCE', 'LEADTIME'])
/** What a buyer cannot have now, for certain. */
const UNAVAILABLE = new Set(['AVAILABLE_DATE', 'PREORDER', 'OUT_OF_STOCK', 'UNAVAILABLE'])

const httpsOnly = (url: string | undefined) => (url?.startsWith('https://') ? url : undefined)

function moneyOf(money: { amount?: number; currency?: string; displayAmount?: string } | undefined) {
  const { amount, currency, displayAmount } = money ?? {}
  if (amount === undefined || currency === undefined) return undefined
  return { amount, currency, display: displayAmount ?? `${currency} ${amount.toFixed(2)}` }
}

function savingsOf(price: Listing['price']): CatalogItem['savings'] {
  const { money, percentage } = price?.savings ?? {}
  if (money?.amount === undefined || percentage === undefined) return undefined
  return { amount: money.amount, percentage }
}

function writtenValue({ displayValue, displayValues, unit }: Label): string | undefined {
  if (displayValues !== undefined) return displayValues.map(String).join(', ')
  if (displayValue === undefined) return undefined
  if (typeof displayValue === 'boolean') return displayValue ? 'Yes' : 'No'
  return unit === undefined ? String(displayValue) : `${displayValue} ${unit}`
}

/** Label and value of everything in a group, however deep it lies. */
function labelled(group: unknown): [string, string][] {
  if (typeof group !== 'object' || group === null || Array.isArray(group)) return []
  const parsed = Label.safeParse(group)
  if (parsed.success && parsed.data.label !== undefined) {
    const value = writtenValue(parsed.data)
    return value === undefined || value === '' ? [] : [[parsed.data.label, value]]
  }
  return Object.values(group).flatMap(labelled)
}

/** From the root to the node itself. */
function pathOf(node: BrowseNode | undefined): string[] {
  if (node === undefined) return []
  const own = node.displayName === undefined ? [] : [node.displayName]
  return [...pathOf(node.ancestor), ...own]
}

function ratingOf({ customerReviews }: Item): CatalogItem['rating'] {
  const { count, starRating } = customerReviews ?? {}
  if (count === undefined || starRating?.value === undefined) return undefined
  return { stars: starRating.value, count }
}

function stockOf(listing: Listing | undefined): { stock: CatalogStock; availability: string | undefined } {
  const { type, message } = listing?.availability ?? {}
  return { stock: AVAILABLE.has(type ?? '') ? 'IN_STOCK' : 'OUT_OF_STOCK', availability: message ?? type }
}

function offerOf(listing: Listing | undefined) {
  const { id, name: merchant } = listing?.merchantInfo ?? {}
  const type = listing?.availability?.type
  return {
    ...stockOf(listing),
    availabilityType: type,
    isUnverified:
      type === undefined || AVAILABLE.has(type) || UNAVAILABLE.has(type) ? undefined : (true as const),
    price: moneyOf(listing?.price?.money),
    savings: savingsOf(listing?.price),
    // Offers do not say any more whether they are Prime; only that nobody else may buy.
    isPrime: listing?.dealDetails?.accessType === 'PRIME_EXCLUSIVE' ? true : undefined,
    isPrimeExclusive: listing?.dealDetails?.accessType === 'PRIME_EXCLUSIVE' ? true : undefined,
    merchant: merchant === undefined ? undefined : { ...(id === undefined ? {} : { id }), name: merchant },
  }
}

/** The buy box offer (the first one if none is marked), and the others. */
function offersOf({ offersV2 }: Item) {
  const listings = offersV2?.listings ?? []
  const winner = listings.find(({ isBuyBoxWinner }) => isBuyBoxWinner === true) ?? listings[0]
  const others = listings.filter((listing) => listing !== winner).map((listing) => given(offerOf(listing)))
  return { ...offerOf(winner), otherOffers: filled(others) }
}

/** Leaves out undefined fields. */
const given = ({ stock, ...rest }: ReturnType<typeof offerOf>): CatalogOffer => ({
  stock,
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
})

const filled = <Entry>(list: readonly Entry[] | undefined) =>
  list === undefined || list.length === 0 ? undefined : [...list]

/** Labelled facts about a product, by topic. */
function infoGroupsOf({ itemInfo = {} }: Item): NonNullable<CatalogItem['infoGroups']> {
  const groups = {
    'Product information': itemInfo.productInfo,
    'Technical details': itemInfo.technicalInfo,
    Manufacturer: itemInfo.manufactureInfo,
  }
  return Object.entries(groups).flatMap(([category, group]) => {
    const values = labelled(group).map(([label, value]) => ({ label, value }))
    return values.length === 0 ? [] : [{ category, values }]
  })
}

/** In our words. Null for an item without a title, which says too little to be shown. */
export function catalogItemOf(item: Item): CatalogItem | null {
  const { asin, itemInfo = {} } = item
  const title = itemInfo.title?.displayValue
  if (title === undefined) return null
  const { stock, ...offer } = offersOf(item)
  const groups = infoGroupsOf(item)
  const said = groups.flatMap(({ values }) => values.map(({ label, value }) => [label, value] as const))
  const optional: Omit<CatalogItem, 'asin' | 'title' | 'stock'> = {
    brand: itemInfo.byLineInfo?.brand?.displayValue,
    imageUrl: httpsOnly(item.images?.primary?.large?.url),
    pageUrl: httpsOnly(item.detailPageURL),
    categories: filled(pathOf(item.browseNodeInfo?.browseNodes?.[0])),
    features: filled(itemInfo.features?.displayValues),
    info: said.length === 0 ? undefined : Object.fromEntries(said),
    infoGroups: filled(groups),
    rating: ratingOf(item),
    ...offer,
  }
  const known = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { asin, title, stock, ...Object.fromEntries(known) }
}
