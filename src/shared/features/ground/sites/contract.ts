import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams } from '../../../http/fields.ts'
import { WEBHOOK_STATES } from '../../operate/webhooks/rules.ts'
import { SiteBody, SitePatch } from './form.ts'
import { POST_STYLES } from './rules.ts'

export const Site = z.object({
  site_id: z.number(),
  /** Two letters, used in preview addresses and sheets; case-insensitive. */
  code: z.string(),
  display_name: z.string(),
  normalized_name: z.string(),
  logo_url: z.string(),
  url: z.string(),
})
export type Site = z.infer<typeof Site>

/** A site as lists show it. */
export const SiteMark = z.object({ site_id: z.number(), display_name: z.string(), logo_url: z.string() })

export const ListedSite = Site.extend({
  /** Retired: existing content stays, and nothing new is created for it. */
  retired: z.boolean(),
})
export type ListedSite = z.infer<typeof ListedSite>

/** The webhook of a site's board, as shown in lists. */
export const SiteWebhook = z.object({
  state: z.enum(WEBHOOK_STATES),
  started_at: Timestamp,
  last_event_at: Timestamp.nullable(),
})
export type SiteWebhook = z.infer<typeof SiteWebhook>

/** Whether the posts of a site on WordPress have their style sheet, as seen on its newest page. */
export const PostStyleCheck = z.object({
  state: z.enum(POST_STYLES),
  /** Null before the first check. */
  checked_at: Timestamp.nullable(),
})
export type PostStyleCheck = z.infer<typeof PostStyleCheck>

/** Fields for users who manage sites. */
export const SiteManagement = z.object({
  sandbox: z.boolean(),
  affiliate_tag: z.string().nullable(),
  links_products: z.boolean(),
  /** Whether posts show prices. */
  shows_prices: z.boolean(),
  /** Affiliate disclosure shown in its posts. */
  disclosure: z.string(),
  /** Whether products in its live posts may be replaced. */
  changes_live_posts: z.boolean(),
  keywordsCount: z.number(),
  articlesCount: z.number(),
  /** Alias of `articlesCount` under its original name. */
  sitesCount: z.number(),
  /** Task boards for its articles and its copy. */
  asana_gid: z.string().nullable(),
  copyboard_gid: z.string().nullable(),
  /** Null without a webhook for this board. */
  contentWebhook: SiteWebhook.nullable(),
  copyboardWebhook: SiteWebhook.nullable(),
  /** Null if its posts are built-in. */
  post_style: PostStyleCheck.nullable(),
})

export const ManagedSite = ListedSite.extend(SiteManagement.shape)
export type ManagedSite = z.infer<typeof ManagedSite>

/** Result of a connection test of one of the site's systems. */
export const SiteConnection = z.object({
  /** The tested connection: posts, or one of the boards. */
  label: z.string(),
  ok: z.boolean(),
  /** One line: the problem and its remedy. */
  detail: z.string(),
})
export type SiteConnection = z.infer<typeof SiteConnection>

export const siteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/sites',
    access: 'signedIn',
    summary: 'Active and retired sites. With `webhooks=true` (ManageSites), including their settings.',
    query: z.object({ webhooks: z.enum(['true', 'false']).default('false') }),
    answer: z.array(ListedSite.extend(SiteManagement.partial().shape)),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/sites',
    access: ['ManageSites'],
    summary: 'Add a site. 409 if its code is taken.',
    idempotent: true,
    body: SiteBody,
    answer: ManagedSite,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/sites/:id',
    access: ['ManageSites'],
    summary: 'Change the given fields of a site, retire it or reactivate it.',
    params: IdParams,
    body: SitePatch,
    answer: ManagedSite,
  }),
  connection: endpoint({
    method: 'GET',
    path: '/api/sites/:id/connection',
    access: ['ManageSites'],
    summary: 'Test a site’s connections now: posts and boards.',
    params: IdParams,
    answer: z.array(SiteConnection),
    perMinute: 20,
  }),
  checkPostStyle: endpoint({
    method: 'GET',
    path: '/api/sites/:id/post-style',
    access: ['ManageSites'],
    summary: 'Check a site’s account and style sheet now; only the result is stored.',
    params: IdParams,
    answer: z.object({ post_style: PostStyleCheck.nullable() }),
    perMinute: 20,
  }),
  tryConnection: endpoint({
    method: 'POST',
    path: '/api/sites/connection',
    access: ['ManageSites'],
    summary: 'Test the connections of a site before saving it: its code and board numbers.',
    body: SiteBody.pick({ code: true, asana_gid: true, copyboard_gid: true }),
    answer: z.array(SiteConnection),
    perMinute: 20,
  }),
}
