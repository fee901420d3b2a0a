import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../integration-error.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { loadProgram, NoDocument, type Registration } from './programs.ts'

/** A document counts for so long before it is read again. */
const FRESH_MS = HOUR_MS
/** While its host is away, the last one counts for so long, so that connected assistants go on. */
export const STALE_MS = DAY_MS
/** An address that failed is not tried again for so long. */
const FAILED_MS = MINUTE_MS
/** Anybody may make the server read documents that it doesn't know, at addresses of the named hosts only. */
const LOADS_PER_MINUTE = 30
const MOST_KEPT = 500

export interface KeptProgram {
  registration: Registration
  /** When the document was read, in milliseconds since 1970. */
  readAt: number
}

/** Where all servers keep the documents that they have read. */
export interface ProgramStore {
  find(address: string): Promise<KeptProgram | null>
  keep(address: string, program: KeptProgram): Promise<void>
  forget(address: string): Promise<void>
}

/** A map of the entries that were used last. */
function createRecent<Value>() {
  const entries = new Map<string, Value>()
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key: string, value: Value): void {
      entries.delete(key)
      entries.set(key, value)
      const [oldest] = entries.keys()
      if (entries.size > MOST_KEPT && oldest !== undefined) entries.delete(oldest)
    },
    delete: (key: string) => entries.delete(key),
  }
}

/** At most so many true answers a minute. */
function createBudget(now: () => number) {
  let spent: number[] = []
  return () => {
    const at = now()
    spent = spent.filter((each) => at - each < MINUTE_MS)
    if (spent.length >= LOADS_PER_MINUTE) return false
    spent.push(at)
    return true
  }
}

/** It says itself that it is gone, or is no document any more. */
const isWithdrawn = (error: unknown) =>
  error instanceof NoDocument ||
  (error instanceof IntegrationError && (error.status === 404 || error.status === 410))

interface CacheDeps {
  web: WebFetcher
  store: ProgramStore
  now: () => number
}

/** Reads the documents of programs, and keeps them. Throws if there is none that counts. */
export function createProgramCache({ web, store, now }: CacheDeps) {
  const kept = createRecent<KeptProgram>()
  const failed = createRecent<number>()
  const mayLoad = createBudget(now)
  const loading = new Map<string, Promise<Registration>>()

  async function load(address: string): Promise<Registration> {
    try {
      const program = { registration: await loadProgram(web, address), readAt: now() }
      kept.set(address, program)
      await store.keep(address, program)
      return program.registration
    } catch (error) {
      failed.set(address, now())
      if (isWithdrawn(error)) {
        kept.delete(address)
        await store.forget(address)
      }
      throw error
    } finally {
      loading.delete(address)
    }
  }

  /** One load at a time for each address. */
  function loadOnce(address: string): Promise<Registration> {
    const current = loading.get(address) ?? load(address)
    loading.set(address, current)
    return current
  }

  const isResting = (address: string) => now() - (failed.get(address) ?? Number.NEGATIVE_INFINITY) < FAILED_MS

  async function findKept(address: string): Promise<KeptProgram | null> {
    const known = kept.get(address) ?? (await store.find(address))
    if (!known || now() - known.readAt >= STALE_MS) return null
    kept.set(address, known)
    return known
  }

  return async function read(address: string): Promise<Registration> {
    const known = await findKept(address)
    if (known) {
      // The caller doesn't wait for a host that may be away, nor pays for it with the loads of strangers.
      if (now() - known.readAt >= FRESH_MS && !isResting(address)) void loadOnce(address).catch(() => {})
      return known.registration
    }
    if (isResting(address) || !mayLoad()) throw new Error('The document of this program could not be read.')
    return loadOnce(address).catch((cause) => {
      throw new Error('The document of this program could not be read.', { cause })
    })
  }
}
