import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'

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

export const siteEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/sites',
    access: 'signedIn',
    summary: 'The sites we publish, and those that are at rest.',
    answer: z.array(ListedSite),
  }),
}
