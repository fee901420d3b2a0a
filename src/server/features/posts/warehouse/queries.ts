import type { Db } from '../../../db/connect.ts'
import { listNamedSites } from '../../../kernel/imports/site-queries.ts'

/** Another text once there are other sites, or other names. */
export async function markOfSites(db: Db): Promise<string> {
  const sites = await listNamedSites(db)
  return sites
    .toSorted((one, other) => one.id - other.id)
    .flatMap(({ id, name, code }) => [name, code].map((each) => `${id}:${each.trim().toLowerCase()}`))
    .join(' ')
}
