import type { z } from 'zod'
import type { siteEndpoints } from '#shared/features/ground/sites/contract.ts'
import type { SiteBody, SiteChange, SitePatch } from '#shared/features/ground/sites/form.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import { healthPortOf } from '../../../integrations/publishing-site/port.ts'
import type { OutsideService } from '../outside/service.ts'
import { askConnections, type ConnectionDeps } from './connection-reader.ts'
import { type ManagedTerms, presentListedSite, presentManagedSite } from './present.ts'
import { listSites } from './queries.ts'
import type { createSitesService } from './service.ts'

interface RouteDeps extends ConnectionDeps {
  db: Db
  clock: () => Date
  service: ReturnType<typeof createSitesService>
  hasHeartbeat: boolean
  hasBuiltInPosts: (code: string) => boolean
  /** Health checks of outside systems, which include the style sheets of posts. */
  outside: Pick<OutsideService, 'listStates' | 'checkNow'>
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

/** Finds the last known style sheet of a site's posts by the site's code. */
async function readPostStyles({ outside, hasBuiltInPosts }: RouteDeps): Promise<ManagedTerms['postStyleOf']> {
  const states = await outside.listStates()
  return (code) => {
    if (hasBuiltInPosts(code)) return null
    const state = states.find(({ port }) => port === healthPortOf(code))
    return { state: state?.postStyle ?? 'unknown', checked_at: state?.postStyleAt?.toISOString() ?? null }
  }
}

function changeOf({ retired: _retired, ...body }: z.output<typeof SitePatch>): SiteChange {
  return formOf(body)
}

export function siteHandlers(deps: RouteDeps): Handlers<typeof siteEndpoints> {
  const { db, service, clock, hasHeartbeat, outside } = deps
  const readTerms = async (): Promise<ManagedTerms> => ({
    now: clock(),
    hasHeartbeat,
    postStyleOf: await readPostStyles(deps),
  })
  async function findSite(id: number) {
    const site = await service.findSite(db, id)
    if (!site) throw notFound('Site')
    return site
  }
  return {
    async list({ actor, query }) {
      if (query.webhooks === 'false') return (await listSites(db)).map(presentListedSite)
      const [rows, terms] = await Promise.all([service.listManagedSites(actor), readTerms()])
      return rows.map((row) => presentManagedSite(row, terms))
    },
    async create({ actor, body, once }) {
      const { code, display_name: displayName } = body
      const form = { ...formOf(body), code, displayName, url: body.url }
      const row = await service.createSite(actor, form, once)
      return presentManagedSite(row, await readTerms())
    },
    async change({ actor, params, body }) {
      const retiredAt = body.retired === undefined ? undefined : body.retired ? clock() : null
      const row = await service.updateSite(actor, params.id, { change: changeOf(body), retiredAt })
      return presentManagedSite(row, await readTerms())
    },
    connection: async ({ params }) => askConnections(deps, await findSite(params.id)),
    async checkPostStyle({ params }) {
      const { code } = await findSite(params.id)
      await outside.checkNow(healthPortOf(code))
      return { post_style: (await readPostStyles(deps))(code) }
    },
    async tryConnection({ body: { code, asana_gid: boardGid = null, copyboard_gid: copyboardGid = null } }) {
      return askConnections(deps, { code, boardGid, copyboardGid })
    },
  }
}
