import type { AdapterHealth } from '../health.ts'

/** A product as a marketplace offers it. What the marketplace does not say is left out, never guessed. */
export interface CatalogItem {
  asin: string
  title: string
  brand?: string
  imageUrl?: string
  /** Address of the product's page in the shop. */
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
  /** Savings against the list price. */
  savings?: { amount: number; percentage: number }
  stock: CatalogStock
  /** The marketplace's words, e.g. `Only 3 left in stock`. */
  availability?: string
  isPrime?: boolean
  isFreeShipping?: boolean
  /** Whether only Prime members may buy it. */
  isPrimeExclusive?: boolean
  /** The marketplace's own stock state, if it is more specific than `stock`. */
  availabilityType?: string
  /** The marketplace's stock state is not understood, so `stock` is only a warning. */
  isUnverified?: true
  merchant?: { id?: string; name: string; feedbackRating?: number; feedbackCount?: number }
  rating?: { stars: number; count: number }
  /** Offers of other sellers; the one above is the buy box offer. */
  otherOffers?: CatalogOffer[]
}

/** Terms of a seller's offer. */
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
  /** Some products that match these words, the best first; missing if the marketplace has no search. */
  search?(words: string): Promise<CatalogItem[]>
  check(): Promise<AdapterHealth>
  /** False if no marketplace is connected; a catalogue without this method always has one. */
  isConnected?(): Promise<boolean>
  /** True if prices may be stored as a history. Most marketplaces forbid storing them for more than a day. */
  keepsPrices?: true
}
