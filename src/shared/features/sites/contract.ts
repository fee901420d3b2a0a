import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { IdParams } from '../../http/fields.ts'
import { WEBHOOK_STATES } from '../webhooks/rules.ts'
import { SiteBody, SitePatch } from './form.ts'

export const Site = z.object({
  site_id: z.number(),
  /** Two letters, as used in preview addresses and sheets; compared case-insensitively. */
  code: z.string(),
  display_name: z.string(),
  normalized_name: z.string(),
  logo_url: z.string(),
  url: z.string(),
})
export type Site = z.infer<typeof Site>

const ListedSite = Site.extend({
  /** At rest: what there is of it stays, and nothing new is made for it. */
  retired: z.boolean(),
})
export type ListedSite = z.infer<typeof ListedSite>

/** The webhook of one board of a site, as far as a list of sites shows it. */
const SiteWebhook = z.object({
  state: z.enum(WEBHOOK_STATES),
  started_at: z.string(),
  last_event_at: z.string().nullable(),
})
export type SiteWebhook = z.infer<typeof SiteWebhook>

/** What a site is to those who manage it. */
const SiteManagement = z.object({
  sandbox: z.boolean(),
  affiliate_tag: z.string().nullable(),
  links_products: z.boolean(),
  /** Whether posts say what a product costs. */
  shows_prices: z.boolean(),
  /** How the site earns by its links, as its posts say it. */
  disclosure: z.string(),
  /** Whether a product may be replaced in its live posts. */
  changes_live_posts: z.boolean(),
  keywordsCount: z.number(),
  articlesCount: z.number(),
  /** The same as `articlesCount`, under the name that it had first. */
  sitesCount: z.number(),
  /** The boards on which its articles and its copy are followed. */
  asana_gid: z.string().nullable(),
  copyboard_gid: z.string().nullable(),
  /** Null where nobody tells us of this board. */
  contentWebhook: SiteWebhook.nullable(),
  copyboardWebhook: SiteWebhook.nullable(),
})

export const ManagedSite = ListedSite.extend(SiteManagement.shape)
export type ManagedSite = z.infer<typeof ManagedSite>

/** What one of the systems of a site says when it is asked whether it works. */
const SiteConnection = z.object({
  /** What was asked: posts, or one of the boards. */
  label: z.string(),
  ok: z.boolean(),
  /** One line: what is wrong, and what mends it. */
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
    answer: z.object({ nodes: z.array(SiteConnection), totalCount: z.number() }),
    perMinute: 20,
  }),
  tryConnection: endpoint({
    method: 'POST',
    path: '/api/sites/connection',
    access: ['ManageSites'],
    summary: 'Test the connections of a site before saving it: its code and board numbers.',
    body: SiteBody.pick({ code: true, asana_gid: true, copyboard_gid: true }),
    answer: z.object({ nodes: z.array(SiteConnection), totalCount: z.number() }),
    perMinute: 20,
  }),
}
