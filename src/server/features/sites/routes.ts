import type { Site, siteEndpoints } from '#shared/features/sites/contract.ts'
import type { Db } from '../../db/connect.ts'
import type { Handlers } from '../../http/handlers.ts'
import { listSites } from './queries.ts'
import type { SiteRow } from './store.ts'

type ShownSite = Pick<SiteRow, 'id' | 'code' | 'displayName' | 'normalizedName' | 'logoUrl' | 'url'>

export function presentSite(site: ShownSite): Site {
  return {
    site_id: site.id,
    code: site.code,
    display_name: site.displayName,
    normalized_name: site.normalizedName,
    logo_url: site.logoUrl,
    url: site.url,
  }
}

export function siteHandlers(db: Db): Handlers<typeof siteEndpoints> {
  return { list: async () => (await listSites(db)).map(presentSite) }
}
