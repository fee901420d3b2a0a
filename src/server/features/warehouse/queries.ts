import { asc } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sites } from '../../db/schema/sites.ts'

interface KnownSites {
  /** The sites' numbers by everything that they may be called, in lower case. */
  byName: ReadonlyMap<string, number>
  /** Another text once there are other sites, or other names. */
  mark: string
}

export async function readKnownSites(db: Db): Promise<KnownSites> {
  const rows = await db
    .select({ id: sites.id, code: sites.code, name: sites.displayName })
    .from(sites)
    .orderBy(asc(sites.id))
  const names = rows.flatMap(({ id, code, name }) =>
    [name, code].map((each) => [each.trim().toLowerCase(), id] as const),
  )
  return { byName: new Map(names), mark: names.map(([name, id]) => `${id}:${name}`).join(' ') }
}
