import type { OosGroup } from '#shared/features/market/share-of-voice/contract.ts'
import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { isPreset } from '#shared/features/posts/stock-report/rules.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { DAY_MS } from '#shared/format/duration.ts'

export const GROUP_LABELS: Readonly<Record<OosGroup, string>> = {
  article: 'By article',
  product: 'By product',
  replaced: 'Replaced',
}

/** For how long something has been so, in whole days. */
export function daysSince(moment: string, now: number): string {
  const days = Math.floor((now - Date.parse(moment)) / DAY_MS)
  return days < 1 ? 'under a day' : countedIn(days, 'day')
}

/** The update of a post: one without the product, or one that still recommends it. */
export const UPDATES = {
  drafted: 'update drafted',
  inProgress: 'update in progress',
  open: 'Open update',
  seeDrafts: 'See drafts',
  seeUpdates: 'See updates',
} as const
/** What that means for readers. */
export const STILL_OLD_PRODUCT = 'readers still see the old product'

/** Names the counted products of the default filter, which are more than the sold-out ones that other screens count. */
export const kindsWords = (stocks: readonly Stock[]): string =>
  isPreset(stocks) ? ', sold out or with an invalid ASIN' : ''

/** The tiles above the products: where they can be replaced. */
export const PLACES = {
  here: 'Can be changed here',
  sites: 'On their sites',
  drafted: 'Drafted, not live',
  unknown: (places: number) => (places === 0 ? '–' : 'amount at risk unknown'),
  failed: 'The number of places',
} as const

/** Why there is no sum at risk. */
export const UNTOLD = 'No earnings data yet.'

/** Exchanges the product in all places that Copydesk can change, unpublished articles included. */
export const REPLACE_EVERYWHERE = 'Replace everywhere'

export const REQUEST_EDITS = 'Request edits'

export const ALL_FINE = {
  title: 'Everything is in stock',
  text: 'No product that your posts recommend is sold out.',
  back: 'See what’s in stock',
} as const

export const NOT_CHECKED = {
  title: 'Stock hasn’t been checked yet',
  text: 'We check every product in your posts once a day as soon as Amazon is connected.',
  how: 'Connect Amazon',
} as const
/** The server's settings for the marketplace. */
export const CATALOG_SETTINGS = [
  'AMAZON_CREATORS_CREDENTIAL_ID',
  'AMAZON_CREATORS_CREDENTIAL_SECRET',
  'AMAZON_PARTNER_TAG',
] as const

type Place = Pick<StockReportRow, 'is_here' | 'update'>

export const isDrafted = ({ update }: Place): boolean => update?.is_without ?? false

/** How each post of a product can be changed, drafts first, in the order of `placesWords`. */
export const marksOf = (rows: readonly Place[]): readonly ('drafted' | 'here' | 'elsewhere')[] => {
  const kinds = rows.map((row) => (isDrafted(row) ? 'drafted' : row.is_here ? 'here' : 'elsewhere'))
  return (['drafted', 'here', 'elsewhere'] as const).flatMap((kind) => kinds.filter((each) => each === kind))
}

/** How many posts of a product have a draft without it, and where the others can be changed. */
export function placesWords(rows: readonly Place[]): string {
  const open = rows.filter((row) => !isDrafted(row))
  const drafted = rows.length - open.length
  const here = open.filter(({ is_here: isHere }) => isHere).length
  const elsewhere = open.length - here
  return [
    ...(drafted > 0 ? [`${drafted} drafted`] : []),
    ...(here > 0 ? [`${here} here`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} on ${elsewhere === 1 ? 'its site' : 'their sites'}`] : []),
    ...(open.some(({ update }) => update !== null) ? [UPDATES.inProgress] : []),
  ].join(' · ')
}
