import { z } from 'zod'
import { nameText, text, withoutEndSlashes } from '../../../http/fields.ts'

const NAME_MAXIMUM = 100

/** Two letters, case-insensitive, stored in lower case. */
export const SiteCode = z
  .string()
  .regex(/^[a-z]{2}$/i, 'Enter two letters, such as ok')
  .toLowerCase()

/** A host name contains a dot, except for this machine's own. */
const HOST = /\.[a-z0-9-]*[a-z][a-z0-9-]*$|^localhost$|^\d+(\.\d+){3}$|^\[.*\]$/i

export const SITE_URL = 'Enter an address such as https://openkitchen.example'

/** A web address without a trailing slash; a bare domain means https. */
export const SiteUrl = z
  .string()
  .trim()
  .max(500)
  .transform((url) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`))
  .pipe(z.url({ protocol: /^https?$/, hostname: HOST, error: SITE_URL }))
  .transform(withoutEndSlashes)

/** Id of a task board; empty for none. */
const Gid = z
  .string()
  .trim()
  .regex(/^\d{0,32}$/, 'Enter the board’s number, digits only')
  .transform((gid) => gid || null)

/** A site's affiliate tag, such as `openkitchen-20`; empty for none. */
const AffiliateTag = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{0,64}$/, 'Use letters, digits and hyphens, such as openkitchen-20')
  .transform((tag) => tag || null)

const DISCLOSURE_MAXIMUM = 500

/** One paragraph without markup. */
const Disclosure = text(DISCLOSURE_MAXIMUM).transform((words) => words.replace(/\s+/g, ' ').trim())

/** Rules for a site's fields. */
export const SiteForm = z.object({
  code: SiteCode,
  displayName: nameText(NAME_MAXIMUM, 'Missing name'),
  url: SiteUrl,
  sandbox: z.boolean().optional(),
  /** Task boards for the site's articles and its copy. */
  boardGid: Gid.optional(),
  copyboardGid: Gid.optional(),
  affiliateTag: AffiliateTag.optional(),
  /** Whether posts show buy links, prices and pictures; off if the theme does. */
  linksProducts: z.boolean().optional(),
  /** Whether posts show prices, which are renewed every day. */
  showsPrices: z.boolean().optional(),
  /** Affiliate disclosure at the beginning of posts; empty for none. */
  disclosure: Disclosure.optional(),
  /** Whether Replace everywhere may change its live posts; off by default. */
  changesLivePosts: z.boolean().optional(),
  /** Address of a stored picture; without one the site's initial is used. */
  logoUrl: z.string().optional(),
})
export type SiteForm = z.infer<typeof SiteForm>

/** Changed fields of a site. */
export const SiteChange = SiteForm.partial()
export type SiteChange = z.infer<typeof SiteChange>

/** The same as a request body. */
export const SiteBody = z.object({
  code: SiteForm.shape.code,
  display_name: SiteForm.shape.displayName,
  url: SiteForm.shape.url,
  /** Address of a picture stored here; if left out, a new site gets its initial. */
  logo_url: text(2000).optional(),
  sandbox: z.boolean().optional(),
  asana_gid: SiteForm.shape.boardGid,
  copyboard_gid: SiteForm.shape.copyboardGid,
  affiliate_tag: SiteForm.shape.affiliateTag,
  links_products: z.boolean().optional(),
  shows_prices: z.boolean().optional(),
  disclosure: SiteForm.shape.disclosure,
  changes_live_posts: z.boolean().optional(),
})
export type SiteBody = z.input<typeof SiteBody>

/** Changed fields of a site; fields that are left out stay. */
export const SitePatch = SiteBody.partial()
  .extend({
    /** Retires or reactivates it. */
    retired: z.boolean().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'No changes given.')
export type SitePatch = z.input<typeof SitePatch>
