import type { FastifyBaseLogger } from 'fastify'
import {
  FEATURE_FLAGS,
  type FlagName,
  type FlagValue,
  flagValue,
} from '#shared/features/ground/feature-flags/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { onWrite } from '../../../db/cache/writes.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { featureFlags } from '../../../db/schema/feature-flags.ts'
import { wireValue } from './present.ts'
import { addReads, listSetFlags } from './store.ts'

/** Lifetime of the cache: another server's change takes effect here after at most this time. */
const MAX_AGE_MS = 1000

/** Readings are counted in memory this long before they are stored. */
const COUNTED_MS = 60_000

/** Reads the values of flags. */
export interface Flags {
  /**
   * The current value. Within a transaction, pass its connection as `on`, so that no second connection is
   * needed.
   */
  value<Name extends FlagName>(name: Name, on?: Db): Promise<FlagValue<Name>>
  /** Readings per day and flag that are not stored yet. */
  counted(): ReadonlyMap<string, ReadonlyMap<string, number>>
  /** Stores the counted readings. */
  storeCounts(): Promise<void>
}

interface FlagReaderDeps {
  db: Db
  clock: () => Date
  timeZone: string
  log: Pick<FastifyBaseLogger, 'error'>
}

type Known = Parameters<typeof flagValue>[1]

/**
 * Reads all flags at once, at most once a second. A change by this server takes effect immediately, one by
 * another server a second later. If the database does not answer, the last known values apply, or else the
 * defaults. The number of readings is counted in memory and stored once a minute, in parallel to the reading.
 */
export function createFlagReader({ db, clock, timeZone, log }: FlagReaderDeps): Flags {
  const today = () => dayAt(clock(), timeZone)
  let counts = new Map<string, Map<string, number>>()
  let countsStoredAt = performance.now()
  let writes = 0
  let known: { flags: Known; readAt: number; writes: number } | null = null
  onWrite(db, [featureFlags], () => {
    writes += 1
  })

  async function read(on: Db): Promise<Known> {
    if (known?.writes === writes && performance.now() - known.readAt < MAX_AGE_MS) return known.flags
    const asked = { readAt: performance.now(), writes }
    const rows = await listSetFlags(on)
    const flags = rows.map(({ name, type, value }) => ({
      feature_flag: name,
      type,
      value: wireValue(type, value),
    }))
    known = { ...asked, flags }
    if (asked.readAt - countsStoredAt >= COUNTED_MS) void storeCounts()
    return flags
  }

  function count(day: string, name: string, reads: number) {
    const ofDay = counts.get(day) ?? new Map<string, number>()
    counts.set(day, ofDay.set(name, (ofDay.get(name) ?? 0) + reads))
  }

  async function storeCounts(): Promise<void> {
    const taken = counts
    counts = new Map()
    countsStoredAt = performance.now()
    if (taken.size === 0) return
    await transaction(db, async (tx) => {
      for (const [day, reads] of taken) await addReads(tx, day, reads)
    }).catch((error: unknown) => {
      for (const [day, ofDay] of taken) for (const [name, reads] of ofDay) count(day, name, reads)
      log.error({ err: error }, 'the reads of flags could not be saved')
    })
  }

  return {
    async value(name, on = db) {
      if (!Object.hasOwn(FEATURE_FLAGS, name)) throw new TypeError(`No flag ${name} is declared.`)
      const flags = await read(on).catch((error: unknown) => {
        log.error({ err: error }, 'the flags could not be read')
        return known?.flags ?? []
      })
      count(today(), name, 1)
      return flagValue(name, flags)
    },
    counted: () => counts,
    storeCounts,
  }
}
