import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asinFrom } from '#shared/features/articles/rules.ts'
import { ASIN_PATTERN, PRICE_SHOWN_MS, READING_FRESH_MS, tidyAsin } from '#shared/features/products/rules.ts'
import { type Db, transaction } from '../../db/connect.ts'
import type { CatalogItem, ProductCatalog } from '../../integrations/product-catalog/port.ts'
import { findReadings, type NewReading, type StoredReading, saveFailures, saveReadings } from './store.ts'

/** Nobody waits longer for a catalogue; what it says later serves the next reader. */
const PATIENCE_MS = 3000
/** A catalogue that failed for an ASIN is left alone for so long, so that its readers do not wait in vain. */
const ASK_AGAIN_MS = 30_000
/** The ASINs of a page are asked for one by one, at nearly the same time: this long, they are gathered. */
const GATHER_MS = 20

/** What is known of a product at this moment. A failed look-up is never data: it only makes what is known stale. */
export interface ProductReading {
  asin: string
  /** `unknown`: never read, so that nothing can be said; `invalid`: the marketplace has no such product. */
  state: 'known' | 'invalid' | 'unknown'
  /** Of a known product; without its price when that is older than a day. */
  item?: CatalogItem
  /** When the marketplace said so. */
  asOf: Date | null
  /** Older than it should be, because the marketplace could not be asked. */
  isStale: boolean
}

/** What follows everything that the catalogue says, in the same transaction. */
export interface ReadingListener {
  /** Asked before the transaction begins: who waits for another connection within one may wait for ever. */
  wants(): Promise<boolean>
  hear(tx: Db, readings: readonly NewReading[], readAt: Date): Promise<unknown>
}

export interface ProductsParts {
  db: Db
  catalog: ProductCatalog
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  listeners?: readonly ReadingListener[]
}

/** What the catalogue has answered, and the ASINs that it did not answer for. */
export interface CatalogReading {
  readings: NewReading[]
  missing: string[]
}

const isYoung = (moment: Date | null, now: Date, age: number) =>
  moment !== null && now.getTime() - moment.getTime() < age

function isDue(row: StoredReading | undefined, now: Date): boolean {
  if (row === undefined) return true
  return !isYoung(row.readAt, now, READING_FRESH_MS) && !isYoung(row.failedAt, now, ASK_AGAIN_MS)
}

function withoutPrice({ price: _price, savings: _savings, otherOffers, ...item }: CatalogItem): CatalogItem {
  if (otherOffers === undefined) return item
  return {
    ...item,
    otherOffers: otherOffers.map(({ price: _other, savings: _saved, ...offer }) => offer),
  }
}

function readingOf(asin: string, row: StoredReading | undefined, now: Date): ProductReading {
  if (!ASIN_PATTERN.test(asin)) return { asin, state: 'invalid', asOf: null, isStale: false }
  // Whoever reads has asked first: what is not known even then, nobody could be asked for, or not in time.
  if (row === undefined || row.readAt === null) return { asin, state: 'unknown', asOf: null, isStale: true }
  const isStale = !isYoung(row.readAt, now, READING_FRESH_MS)
  if (row.isInvalid || row.item === null) return { asin, state: 'invalid', asOf: row.readAt, isStale }
  const item = isYoung(row.readAt, now, PRICE_SHOWN_MS) ? row.item : withoutPrice(row.item)
  return { asin, state: 'known', item, asOf: row.readAt, isStale }
}

/** Asks the catalogue, whatever is known already, and keeps nothing. Throws `IntegrationError`. */
async function lookUp({ catalog }: ProductsParts, asins: readonly string[]): Promise<CatalogReading> {
  const { items, invalid } = await catalog.getItems(asins)
  const readings = [...items.map((item) => ({ asin: item.asin, item })), ...invalid.map(unknownAsin)]
  const told = new Set(readings.map(({ asin }) => asin))
  return { readings, missing: asins.filter((asin) => !told.has(asin)) }
}

/** Keeps what the catalogue has answered, as part of the caller's transaction, and tells nobody. */
async function keepAnswer(tx: Db, { readings, missing }: CatalogReading, readAt: Date): Promise<void> {
  await saveReadings(tx, readings, readAt)
  await saveFailures(tx, missing, { failure: 'The catalogue didn’t return it.', failedAt: readAt })
}

/** Keeps what the catalogue has answered, and tells those who follow it. */
async function keepAndTell({ db, listeners = [] }: ProductsParts, answer: CatalogReading, readAt: Date) {
  const hearing: ReadingListener[] = []
  for (const listener of listeners) if (await listener.wants()) hearing.push(listener)
  await transaction(db, async (tx) => {
    await keepAnswer(tx, answer, readAt)
    for (const listener of hearing) await listener.hear(tx, answer.readings, readAt)
  })
}

/** Asks the catalogue and keeps what it says: one question at a time for each ASIN, many ASINs to a question. */
function createQuestions(parts: ProductsParts) {
  const { db, clock, log } = parts
  const asked = new Map<string, Promise<void>>()
  let gathered: string[] = []
  let nextQuestion: Promise<void> | null = null

  async function ask(asins: readonly string[]): Promise<void> {
    try {
      const answer = await lookUp(parts, asins)
      await keepAndTell(parts, answer, clock())
    } catch (error) {
      log.warn({ err: error }, 'product data could not be read')
      await saveFailures(db, asins, { failure: reasonOf(error), failedAt: clock() })
    }
  }

  /** Everything that is asked for within a moment goes in one question; an ASIN that is being asked for waits with it. */
  function refresh(asin: string): Promise<void> {
    const running = asked.get(asin)
    if (running) return running
    gathered.push(asin)
    nextQuestion ??= sleep(GATHER_MS).then(async () => {
      const asins = gathered
      gathered = []
      nextQuestion = null
      try {
        await ask(asins)
      } catch (error) {
        // Only the database fails here, and whoever waits finds that out by reading from it.
        log.warn({ err: error }, 'product data could not be saved')
      } finally {
        for (const each of asins) asked.delete(each)
      }
    })
    asked.set(asin, nextQuestion)
    return nextQuestion
  }

  return { refresh, underWay: (asin: string) => asked.get(asin) }
}

/** Products that are looked for by what people know of them. */
function createSearch(parts: ProductsParts, readProducts: ReadProducts) {
  const { catalog, clock } = parts

  /** Asks the marketplace, and keeps what it says of each product as if it had been asked for that. */
  async function findByName(words: string): Promise<ProductReading[]> {
    const answer = (await catalog.search?.(words)) ?? []
    const items = [...new Map(answer.map((item) => [item.asin, item])).values()]
    const readAt = clock()
    const readings = items.map((item) => ({ asin: item.asin, item }))
    await keepAndTell(parts, { readings, missing: [] }, readAt)
    return items.map((item) => ({ asin: item.asin, state: 'known', item, asOf: readAt, isStale: false }))
  }

  /**
   * Products that these words fit: the one of an ASIN or of a page's address, else those that the marketplace finds
   * by name, where it can be searched. Throws `IntegrationError` when it cannot be asked.
   */
  async function searchProducts(words: string): Promise<{ readings: ProductReading[]; isByName: boolean }> {
    const isByName = catalog.search !== undefined && ((await catalog.isConnected?.()) ?? true)
    const asin = tidyAsin(asinFrom(words))
    // Ten letters are a word; an ASIN has digits.
    if (ASIN_PATTERN.test(asin) && /\d/.test(asin)) {
      const readings = [...(await readProducts([asin])).values()].filter(({ state }) => state !== 'invalid')
      if (readings.length > 0) return { readings, isByName }
    }
    return { readings: words === '' ? [] : await findByName(words), isByName }
  }

  return searchProducts
}

type ReadProducts = (asins: readonly string[]) => Promise<Map<string, ProductReading>>

/** Product data of the marketplace: read once an hour, kept, dated, and never guessed. */
export function createProductsService(parts: ProductsParts) {
  const { db, clock, log } = parts
  const { refresh, underWay } = createQuestions(parts)

  /** Waits for these questions, as long as anybody waits. */
  async function settle(questions: readonly Promise<void>[]): Promise<void> {
    const patience = new AbortController()
    await Promise.race([Promise.all(questions), sleep(PATIENCE_MS, null, patience).catch(() => null)])
    patience.abort()
  }

  /** What is kept of these ASINs, after the catalogue was asked for those that are due. */
  async function readFresh(asins: readonly string[]): Promise<Map<string, StoredReading>> {
    // Looked up first: a question that ends while the database is read has its answer there only afterwards.
    const running = new Map(asins.map((asin) => [asin, underWay(asin)]))
    const known = await findReadings(db, asins)
    const due = asins.filter((asin) => isDue(known.get(asin), clock()))
    if (due.length === 0) return known
    await settle(due.map((asin) => running.get(asin) ?? refresh(asin)))
    return new Map([...known, ...(await findReadings(db, due))])
  }

  /**
   * What is known of these products, by ASIN as `tidyAsin` writes it. What is older than an hour is read anew, for all
   * of them at once; when that fails or takes long, the answer is what was known, with its date. It never throws
   * because of the marketplace. Not for use inside a transaction.
   */
  async function readProducts(asins: readonly string[]): Promise<Map<string, ProductReading>> {
    const wanted = [...new Set(asins.map(tidyAsin))]
    const wellFormed = wanted.filter((asin) => ASIN_PATTERN.test(asin))
    const rows = await readFresh(wellFormed)
    return new Map(wanted.map((asin) => [asin, readingOf(asin, rows.get(asin), clock())]))
  }

  /** What is known of these products without asking anybody; for use inside a transaction. */
  async function recallProducts(tx: Db, asins: readonly string[]): Promise<Map<string, ProductReading>> {
    const wanted = [...new Set(asins.map(tidyAsin))]
    const rows = await findReadings(tx, wanted)
    return new Map(wanted.map((asin) => [asin, readingOf(asin, rows.get(asin), clock())]))
  }

  /** Begins to read products that somebody will ask for in a moment: all in one question, and nobody waits. */
  function readAhead(asins: readonly string[]): void {
    readProducts(asins).catch((error: unknown) =>
      log.warn({ err: error }, 'products could not be prefetched'),
    )
  }

  return {
    readProducts,
    recallProducts,
    searchProducts: createSearch(parts, readProducts),
    readAhead,
    lookUp: (asins: readonly string[]) => lookUp(parts, asins),
    keepAnswer,
  }
}
export type ProductsService = ReturnType<typeof createProductsService>

const unknownAsin = (asin: string) => ({ asin, item: null })

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
