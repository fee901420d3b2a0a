import type { siteEndpoints } from '#shared/features/sites/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { Db } from '../../db/connect.ts'
import { presentListedSite } from './present.ts'
import { listSites } from './queries.ts'

export function siteHandlers(db: Db): Handlers<typeof siteEndpoints> {
  return { list: async () => (await listSites(db)).map(presentListedSite) }
}
