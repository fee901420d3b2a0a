import type { ListedSite, Site } from '#shared/features/sites/contract.ts'
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

export const presentListedSite = (site: SiteRow): ListedSite => ({
  ...presentSite(site),
  retired: site.retiredAt !== null,
})
