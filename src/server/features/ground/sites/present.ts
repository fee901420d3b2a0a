import type {
  ListedSite,
  ManagedSite,
  PostStyleCheck,
  Site,
  SiteWebhook,
} from '#shared/features/ground/sites/contract.ts'
import { webhookStateOf } from '#shared/features/operate/webhooks/rules.ts'
import type { ManagedSiteRow } from './queries.ts'
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

/** What the rows do not contain: inputs for deciding whether a board has fallen silent, and the style sheets of posts. */
export interface ManagedTerms {
  now: Date
  /** The board is heard even where nothing happens on it. */
  hasHeartbeat: boolean
  /** By the code of a site; null if its posts are built-in. */
  postStyleOf: (code: string) => PostStyleCheck | null
}

function presentWebhook(row: ManagedSiteRow['contentWebhook'], terms: ManagedTerms): SiteWebhook | null {
  if (row === null) return null
  return {
    state: webhookStateOf(row, terms),
    started_at: row.createdAt.toISOString(),
    last_event_at: row.lastSeenAt?.toISOString() ?? null,
  }
}

export const presentManagedSite = (row: ManagedSiteRow, terms: ManagedTerms): ManagedSite => ({
  ...presentListedSite(row.site),
  sandbox: row.site.sandbox,
  affiliate_tag: row.site.affiliateTag,
  links_products: row.site.linksProducts,
  shows_prices: row.site.showsPrices,
  disclosure: row.site.disclosure,
  changes_live_posts: row.site.changesLivePosts,
  keywordsCount: row.keywordsCount,
  articlesCount: row.articlesCount,
  sitesCount: row.articlesCount,
  asana_gid: row.site.boardGid,
  copyboard_gid: row.site.copyboardGid,
  contentWebhook: presentWebhook(row.contentWebhook, terms),
  copyboardWebhook: presentWebhook(row.copyboardWebhook, terms),
  post_style: terms.postStyleOf(row.site.code),
})
