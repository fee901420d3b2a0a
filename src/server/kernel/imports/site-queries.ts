import type { Db } from '../../db/connect.ts'
import { sites } from '../../db/schema/sites.ts'
import { createSiteResolver, type NamedSite, type SiteResolver } from './sites.ts'

export const listNamedSites = (db: Db): Promise<NamedSite[]> =>
  db
    .select({
      id: sites.id,
      code: sites.code,
      name: sites.displayName,
      normalizedName: sites.normalizedName,
      url: sites.url,
      affiliateTag: sites.affiliateTag,
    })
    .from(sites)

export const readSites = async (db: Db): Promise<SiteResolver> => createSiteResolver(await listNamedSites(db))
