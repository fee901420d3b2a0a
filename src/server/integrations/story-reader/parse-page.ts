import { Worker } from 'node:worker_threads'
import { busy, createConcurrencyLimit } from '../../security/concurrency-limit.ts'
import { decodePage } from './decode-page.ts'
import type { Story } from './port.ts'
import { readPage } from './read-page.ts'

/** Smaller pages take a few milliseconds; larger ones are parsed in a worker. */
const SMALL_BYTES = 64_000
/**
 * The worst page of 5 MB takes two seconds of CPU time. On a shared machine, three times that is still
 * normal.
 */
const TIME_LIMIT_MS = 20_000
const MEMORY_MB = 256

/** Longest wait for a slot. */
const WAITING_MS = 5000
const BUSY = 'Too many articles are being read. Try again in a moment.'

/** One more than one person may have under way. */
const MOST_AT_ONCE = 3
const inTurn = createConcurrencyLimit({ atOnce: MOST_AT_ONCE, mostWaiting: 20, refusal: BUSY })

/** Reads a page in a thread of its own, which ends with it; a page that takes too much of anything is no article. */
async function parseApart(bytes: Buffer, url: string): Promise<Story | null> {
  const { promise, resolve } = Promise.withResolvers<Story | null>()
  const worker = new Worker(new URL('./parse-worker.ts', import.meta.url), {
    workerData: { bytes: new Uint8Array(bytes), url },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    env: {},
  })
  const isOver = setTimeout(() => resolve(null), TIME_LIMIT_MS)
  worker.once('message', resolve)
  worker.once('error', () => resolve(null))
  worker.once('exit', () => resolve(null))
  try {
    return await promise
  } finally {
    clearTimeout(isOver)
    await worker.terminate()
  }
}

/**
 * The article on a page; null if there is none. A large page is parsed in a worker, so that only its own
 * caller waits.
 */
export async function parsePage(bytes: Buffer, url: string, waitingMs = WAITING_MS): Promise<Story | null> {
  if (bytes.length <= SMALL_BYTES) return readPage(decodePage(bytes), url)
  const patience = new AbortController()
  const refuse = () => patience.abort(busy(BUSY))
  const timer = setTimeout(refuse, waitingMs)
  return inTurn(() => parseApart(bytes, url), patience.signal).finally(() => clearTimeout(timer))
}
