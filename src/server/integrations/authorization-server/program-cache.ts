import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { WebFetcher } from '../web-fetcher/port.ts'
import { loadProgram, type Registration } from './programs.ts'

/** A document counts for so long before it is read again. */
const FRESH_MS = HOUR_MS
/** While its host is away, the last one counts for so long, so that connected assistants go on. */
const STALE_MS = DAY_MS
/** An address that failed is not tried again for so long. */
const FAILED_MS = MINUTE_MS
/** Anybody may make the server read documents, at addresses of the named hosts only. */
const LOADS_PER_MINUTE = 30
const MOST_KEPT = 500

interface Kept {
  registration: Registration | null
  readAt: number
  triedAt: number
}

/** Reads the documents of programs, and keeps them in this process. Throws if there is none that counts. */
export function createProgramCache(web: WebFetcher, now: () => number = Date.now) {
  const kept = new Map<string, Kept>()
  let loads: number[] = []

  function note(address: string, entry: Kept): void {
    kept.delete(address)
    kept.set(address, entry)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  }

  function mayLoad(at: number): boolean {
    loads = loads.filter((each) => at - each < MINUTE_MS)
    if (loads.length >= LOADS_PER_MINUTE) return false
    loads.push(at)
    return true
  }

  return async function read(address: string): Promise<Registration> {
    const at = now()
    const known = kept.get(address)
    if (known?.registration && at - known.readAt < FRESH_MS) return known.registration
    const isResting = known !== undefined && at - known.triedAt < FAILED_MS
    if (!isResting && mayLoad(at))
      try {
        const registration = await loadProgram(web, address)
        note(address, { registration, readAt: at, triedAt: at })
        return registration
      } catch {
        note(address, { registration: known?.registration ?? null, readAt: known?.readAt ?? 0, triedAt: at })
      }
    if (known?.registration && at - known.readAt < STALE_MS) return known.registration
    throw new Error('The document of this program could not be read.')
  }
}
