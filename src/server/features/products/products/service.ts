import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { asinFrom } from '#shared/features/articles/articles/rules.ts'
import {
  ASIN_PATTERN,
  PRICE_SHOWN_MS,
  READING_FRESH_MS,
  tidyAsin,
} from '#shared/features/products/products/rules.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import type { CatalogItem, ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { findReadings, type NewReading, type StoredReading, saveFailures, saveReadings } from './store.ts'

/** Longest wait for the catalogue. A later answer serves the next reader. */
const PATIENCE_MS = 3000
/** After a failure, an ASIN is not requested again for this long, so that readers do not wait in vain. */
const ASK_AGAIN_MS = 30_000
/**
 * ASINs of one page are requested one by one at nearly the same time. They are collected this long into one
 * batch.
 */
const GATHER_MS = 20

/**
 * What Copydesk knows about a product now. A failed look-up is never data: it only makes the reading stale.
 */
export interface ProductReading {
  asin: string
  /** `unknown`: never read. `invalid`: the marketplace has no such product. */
  state: 'known' | 'invalid' | 'unknown'
  /** Set for a known product. Its price is left out when it is older than a day. */
  item?: CatalogItem
  /** When the marketplace returned it. */
  asOf: Date | null
  /** Older than allowed, because the marketplace could not be reached. */
  isStale: boolean
}

/** Runs after every catalogue reading, in the same transaction. */
export interface ReadingListener {
  /** Called before the transaction begins. Waiting for a second connection inside one could deadlock. */
  wants(): Promise<boolean>
  hear(tx: Db, readings: readonly NewReading[], readAt: Date): Promise<unknown>
}

export interface ProductsDeps {
  db: Db
  catalog: ProductCatalog
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'warn'>
  listeners?: readonly ReadingListener[]
}

/** The catalogue's answer, and the ASINs that it left out. */
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
  // Readers have already tried a refresh. If the product is still unknown, the catalogue failed or was too
  // slow.
  if (row === undefined || row.readAt === null) return { asin, state: 'unknown', asOf: null, isStale: true }
  const isStale = !isYoung(row.readAt, now, READING_FRESH_MS)
  if (row.isInvalid || row.item === null) return { asin, state: 'invalid', asOf: row.readAt, isStale }
  const item = isYoung(row.readAt, now, PRICE_SHOWN_MS) ? row.item : withoutPrice(row.item)
  return { asin, state: 'known', item, asOf: row.readAt, isStale }
}

/** Queries the catalogue regardless of the cache, and stores nothing. Throws `IntegrationError`. */
async function lookUp({ catalog }: ProductsDeps, asins: readonly string[]): Promise<CatalogReading> {
  const { items, invalid } = await catalog.getItems(asins)
  const readings = [...items.map((item) => ({ asin: item.asin, item })), ...invalid.map(unknownAsin)]
  const told = new Set(readings.map(({ asin }) => asin))
  return { readings, missing: asins.filter((asin) => !told.has(asin)) }
}

/** Stores the catalogue's answer in the caller's transaction. Does not notify listeners. */
async function storeReading(tx: Db, { readings, missing }: CatalogReading, readAt: Date): Promise<void> {
  await saveReadings(tx, readings, readAt)
  await saveFailures(tx, missing, { failure: 'The catalogue didn’t return it.', failedAt: readAt })
}

/** Stores the catalogue's answer and notifies the listeners. */
async function storeAndNotify({ db, listeners = [] }: ProductsDeps, answer: CatalogReading, readAt: Date) {
  const hearing: ReadingListener[] = []
  for (const listener of listeners) if (await listener.wants()) hearing.push(listener)
  await transaction(db, async (tx) => {
    await storeReading(tx, answer, readAt)
    for (const listener of hearing) await listener.hear(tx, answer.readings, readAt)
  })
}

/** Queries the catalogue in batches and stores the answers. At most one request per ASIN is running. */
function createQuestions(deps: ProductsDeps) {
  const { db, clock, log } = deps
  const asked = new Map<string, Promise<void>>()
  /** Of each reader that is querying the database, the ASINs whose request has ended since. */
  const readers = new Set<Set<string>>()
  let gathered: string[] = []
  let nextQuestion: Promise<void> | null = null

  async function ask(asins: readonly string[]): Promise<void> {
    try {
      const answer = await lookUp(deps, asins)
      await storeAndNotify(deps, answer, clock())
    } catch (error) {
      log.warn({ err: error }, 'product data could not be read')
      await saveFailures(db, asins, { failure: reasonOf(error), failedAt: clock() })
    }
  }

  /**
   * Collects ASINs for a moment into one request. An ASIN that is already being requested shares that
   * request.
   */
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
        // Only the database can fail here, and readers will see that failure when they query it.
        log.warn({ err: error }, 'product data could not be saved')
      } finally {
        for (const each of asins) {
          asked.delete(each)
          for (const ended of readers) ended.add(each)
        }
      }
    })
    asked.set(asin, nextQuestion)
    return nextQuestion
  }

  /** Stored readings, and the ASINs whose request ended during the query: their rows may be older than the answer. */
  async function findStored(asins: readonly string[]) {
    const ended = new Set<string>()
    readers.add(ended)
    try {
      return { known: await findReadings(db, asins), ended }
    } finally {
      readers.delete(ended)
    }
  }

  return { refresh, findStored }
}

/** Search by ASIN, address or name. */
function createSearch(deps: ProductsDeps, readProducts: ReadProducts) {
  const { catalog, clock } = deps

  /** Searches the marketplace, and stores each result like a regular look-up. */
  async function findByName(words: string): Promise<ProductReading[]> {
    const answer = (await catalog.search?.(words)) ?? []
    const items = [...new Map(answer.map((item) => [item.asin, item])).values()]
    const readAt = clock()
    const readings = items.map((item) => ({ asin: item.asin, item }))
    await storeAndNotify(deps, { readings, missing: [] }, readAt)
    return items.map((item) => ({ asin: item.asin, state: 'known', item, asOf: readAt, isStale: false }))
  }

  /**
   * Products that match `words`: the product of an ASIN or a page address, otherwise the marketplace's search
   * results if it can be searched. Throws `IntegrationError` when the marketplace cannot be reached.
   */
  async function searchProducts(words: string): Promise<{ readings: ProductReading[]; isByName: boolean }> {
    const isByName = catalog.search !== undefined && ((await catalog.isConnected?.()) ?? true)
    const asin = tidyAsin(asinFrom(words))
    // Ten letters are a word; an ASIN contains digits.
    if (ASIN_PATTERN.test(asin) && /\d/.test(asin)) {
      const readings = [...(await readProducts([asin])).values()].filter(({ state }) => state !== 'invalid')
      if (readings.length > 0) return { readings, isByName }
    }
    return { readings: words === '' ? [] : await findByName(words), isByName }
  }

  return searchProducts
}

type ReadProducts = (asins: readonly string[]) => Promise<Map<string, ProductReading>>

/** Product data from the marketplace: read once an hour, stored with its date, never guessed. */
export function createProductsService(deps: ProductsDeps) {
  const { db, clock, log } = deps
  const { refresh, findStored } = createQuestions(deps)

  /** Waits for these requests, at most `PATIENCE_MS`. */
  async function settle(questions: readonly Promise<void>[]): Promise<void> {
    const patience = new AbortController()
    await Promise.race([Promise.all(questions), sleep(PATIENCE_MS, null, patience).catch(() => null)])
    patience.abort()
  }

  /** Stored readings of these ASINs, after a refresh of those that are due. */
  async function readFresh(asins: readonly string[]): Promise<Map<string, StoredReading>> {
    const { known, ended } = await findStored(asins)
    const due = asins.filter((asin) => isDue(known.get(asin), clock()))
    if (due.length === 0) return known
    await settle(due.filter((asin) => !ended.has(asin)).map(refresh))
    return new Map([...known, ...(await findReadings(db, due))])
  }

  /**
   * Readings of these products, keyed by ASIN as `tidyAsin` writes it. Products older than an hour are
   * refreshed in one batch. If that fails or takes too long, the stored reading is returned with its date.
   * Never throws because of the marketplace. Do not call inside a transaction.
   */
  async function readProducts(asins: readonly string[]): Promise<Map<string, ProductReading>> {
    const wanted = [...new Set(asins.map(tidyAsin))]
    const wellFormed = wanted.filter((asin) => ASIN_PATTERN.test(asin))
    const rows = await readFresh(wellFormed)
    return new Map(wanted.map((asin) => [asin, readingOf(asin, rows.get(asin), clock())]))
  }

  /** Stored readings without a request to the catalogue; for use inside a transaction. */
  async function recallProducts(tx: Db, asins: readonly string[]): Promise<Map<string, ProductReading>> {
    const wanted = [...new Set(asins.map(tidyAsin))]
    const rows = await findReadings(tx, wanted)
    return new Map(wanted.map((asin) => [asin, readingOf(asin, rows.get(asin), clock())]))
  }

  /** Starts reading products that will be needed soon, in one request and without waiting. */
  function readAhead(asins: readonly string[]): void {
    readProducts(asins).catch((error: unknown) =>
      log.warn({ err: error }, 'products could not be prefetched'),
    )
  }

  return {
    readProducts,
    recallProducts,
    searchProducts: createSearch(deps, readProducts),
    readAhead,
    lookUp: (asins: readonly string[]) => lookUp(deps, asins),
    storeReading,
  }
}
export type ProductsService = ReturnType<typeof createProductsService>

const unknownAsin = (asin: string) => ({ asin, item: null })

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500)
