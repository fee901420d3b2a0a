import type { FastifyBaseLogger } from 'fastify'
import {
  FEATURE_FLAGS,
  type FlagName,
  type FlagValue,
  flagValue,
} from '#shared/features/feature-flags/rules.ts'
import type { Db } from '../../db/connect.ts'
import { featureFlags } from '../../db/schema/feature-flags.ts'
import { onWrite } from '../../db/writes.ts'
import { wireValue } from './present.ts'
import { listSetFlags } from './store.ts'

/** How old what is known may be: so long another server's change goes unnoticed here. */
const KEPT_MS = 1000

/** Where the product's code asks what a flag says. */
export interface Flags {
  /** What holds now. Within a transaction it is asked on its connection, so that none waits for a second one. */
  value<Name extends FlagName>(name: Name, on?: Db): Promise<FlagValue<Name>>
}

type Known = Parameters<typeof flagValue>[1]

/**
 * Reads the flags, all at once and at most once a second. A change made by this server holds at once, one made by
 * another a second later. Where the database does not answer, what was known last holds, or else the defaults.
 */
export function createFlagReader({ db, log }: { db: Db; log: Pick<FastifyBaseLogger, 'error'> }): Flags {
  let writes = 0
  let known: { flags: Known; readAt: number; writes: number } | null = null
  onWrite(db, [featureFlags], () => {
    writes += 1
  })

  async function read(on: Db): Promise<Known> {
    if (known?.writes === writes && performance.now() - known.readAt < KEPT_MS) return known.flags
    const asked = { readAt: performance.now(), writes }
    const rows = await listSetFlags(on)
    const flags = rows.map(({ name, type, value }) => ({
      feature_flag: name,
      type,
      value: wireValue(type, value),
    }))
    known = { ...asked, flags }
    return flags
  }

  return {
    async value(name, on = db) {
      if (!Object.hasOwn(FEATURE_FLAGS, name)) throw new TypeError(`No flag ${name} is declared.`)
      const flags = await read(on).catch((error: unknown) => {
        log.error({ err: error }, 'the flags could not be read')
        return known?.flags ?? []
      })
      return flagValue(name, flags)
    },
  }
}
