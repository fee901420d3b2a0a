import type { z } from 'zod'
import type { siteEndpoints } from '#shared/features/sites/contract.ts'
import type { SiteBody, SiteChange, SitePatch } from '#shared/features/sites/form.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { Db } from '../../db/connect.ts'
import { notFound } from '../../errors.ts'
import { askConnections, type ConnectionParts } from './connection-reader.ts'
import { presentListedSite, presentManagedSite } from './present.ts'
import { listSites } from './queries.ts'
import type { createSitesService } from './service.ts'

interface RouteParts extends ConnectionParts {
  db: Db
  clock: () => Date
  service: ReturnType<typeof createSitesService>
  hasHeartbeat: boolean
}

/** The names of the wire as ours. */
const formOf = <Body extends Partial<z.output<typeof SiteBody>>>({
  display_name: displayName,
  logo_url: logoUrl,
  asana_gid: boardGid,
  copyboard_gid: copyboardGid,
  affiliate_tag: affiliateTag,
  links_products: linksProducts,
  shows_prices: showsPrices,
  changes_live_posts: changesLivePosts,
  ...same
}: Body) => ({
  ...same,
  ...{ displayName, logoUrl, boardGid, copyboardGid, affiliateTag },
  ...{ linksProducts, showsPrices, changesLivePosts },
})

function changeOf({ retired: _retired, ...body }: z.output<typeof SitePatch>): SiteChange {
  return formOf(body)
}

export function siteHandlers(parts: RouteParts): Handlers<typeof siteEndpoints> {
  const { db, service, clock, hasHeartbeat } = parts
  const hearing = () => ({ now: clock(), hasHeartbeat })
  return {
    async list({ actor, query }) {
      if (query.webhooks === 'false') return (await listSites(db)).map(presentListedSite)
      const now = hearing()
      return (await service.listManagedSites(actor)).map((row) => presentManagedSite(row, now))
    },
    async create({ actor, body }) {
      const { code, display_name: displayName } = body
      const row = await service.createSite(actor, { ...formOf(body), code, displayName, url: body.url })
      return presentManagedSite(row, hearing())
    },
    async change({ actor, params, body }) {
      const retiredAt = body.retired === undefined ? undefined : body.retired ? clock() : null
      const row = await service.updateSite(actor, params.id, { change: changeOf(body), retiredAt })
      return presentManagedSite(row, hearing())
    },
    async connection({ params }) {
      const site = await service.findSite(db, params.id)
      if (!site) throw notFound('Site')
      const nodes = await askConnections(parts, site)
      return { nodes, totalCount: nodes.length }
    },
    async tryConnection({ body: { code, asana_gid: boardGid = null, copyboard_gid: copyboardGid = null } }) {
      const nodes = await askConnections(parts, { code, boardGid, copyboardGid })
      return { nodes, totalCount: nodes.length }
    },
  }
}
