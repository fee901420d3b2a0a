import type { AdapterHealth } from '../health.ts'

/** A product as a marketplace offers it. What the marketplace does not say is left out, never guessed. */
export interface CatalogItem {
  asin: string
  title: string
  brand?: string
  imageUrl?: string
  /** Where a reader buys it. */
  pageUrl?: string
  /** From the broadest to the narrowest. */
  categories?: string[]
  features?: string[]
  /** Label and value, e.g. `Colour`: `Black`. */
  info?: Record<string, string>
  /** The same in the marketplace’s order, by what it is about. */
  infoGroups?: { category: string; values: { label: string; value: string }[] }[]
  /** Price now, in whole units of the currency, as a number and as people write it. */
  price?: { amount: number; display: string; currency: string }
  /** What is saved against the list price. */
  savings?: { amount: number; percentage: number }
  stock: CatalogStock
  /** The marketplace's words, e.g. `Only 3 left in stock`. */
  availability?: string
  isPrime?: boolean
  isFreeShipping?: boolean
  /** Whether nobody but Prime members may buy it. */
  isPrimeExclusive?: boolean
  /** How the marketplace calls this state of its stock, where that says more than `stock`. */
  availabilityType?: string
  /** The marketplace says something of its stock that nobody here understands: `stock` is no more than a warning. */
  isUnverified?: true
  merchant?: { id?: string; name: string; feedbackRating?: number; feedbackCount?: number }
  rating?: { stars: number; count: number }
  /** What others sell it for; the offer above is the one that buyers get. */
  otherOffers?: CatalogOffer[]
}

/** On which terms somebody sells a product. */
export type CatalogOffer = Pick<
  CatalogItem,
  | 'price'
  | 'savings'
  | 'stock'
  | 'availability'
  | 'availabilityType'
  | 'isUnverified'
  | 'isPrime'
  | 'isFreeShipping'
  | 'isPrimeExclusive'
  | 'merchant'
>

export type CatalogStock = 'IN_STOCK' | 'OUT_OF_STOCK'

export interface CatalogAnswer {
  items: CatalogItem[]
  /** ASINs that the marketplace does not know or does not give out. */
  invalid: string[]
}

/** As many as a list to choose from shows; no marketplace gives more in one answer. */
export const MOST_FOUND = 10

/** Product data of a marketplace. Throws `IntegrationError`. */
export interface ProductCatalog {
  /** Any number of ASINs; the adapter asks in batches as its vendor allows. */
  getItems(asins: readonly string[]): Promise<CatalogAnswer>
  /** Some of the products that these words fit, the likeliest first; absent where the marketplace cannot be searched. */
  search?(words: string): Promise<CatalogItem[]>
  check(): Promise<AdapterHealth>
  /** False where there is no marketplace to be asked; a catalogue without this always has one. */
  isConnected?(): Promise<boolean>
  /** True where prices may be kept for a history; marketplaces as a rule forbid to keep them for longer than a day. */
  keepsPrices?: true
}
