import { z } from 'zod'
import { nameText, text, withoutEndSlashes } from '../../http/fields.ts'

const NAME_MAXIMUM = 100

/** Two letters, kept in lower case; upper case means the same. */
export const SiteCode = z
  .string()
  .regex(/^[a-z]{2}$/i, 'Enter two letters, such as ok')
  .toLowerCase()

/** A name of the web has a dot in it; this machine's own has none. */
const HOST = /\.[a-z0-9-]*[a-z][a-z0-9-]*$|^localhost$|^\d+(\.\d+){3}$|^\[.*\]$/i

export const SITE_URL = 'Enter an address such as https://openkitchen.example'

/** An address of the web, without a slash at the end; a domain alone means https. */
export const SiteUrl = z
  .string()
  .trim()
  .max(500)
  .transform((url) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`))
  .pipe(z.url({ protocol: /^https?$/, hostname: HOST, error: SITE_URL }))
  .transform(withoutEndSlashes)

/** The number of a task board; empty for none. */
const Gid = z
  .string()
  .trim()
  .regex(/^\d{0,32}$/, 'Enter the board’s number, digits only')
  .transform((gid) => gid || null)

/** The marketplace's tag of a site, as in `openkitchen-20`; empty for none. */
const AffiliateTag = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{0,64}$/, 'Use letters, digits and hyphens, such as openkitchen-20')
  .transform((tag) => tag || null)

const DISCLOSURE_MAXIMUM = 500

/** One paragraph, without markup. */
const Disclosure = text(DISCLOSURE_MAXIMUM).transform((words) => words.replace(/\s+/g, ' ').trim())

/** What a site must satisfy. */
export const SiteForm = z.object({
  code: SiteCode,
  displayName: nameText(NAME_MAXIMUM, 'Missing name'),
  url: SiteUrl,
  sandbox: z.boolean().optional(),
  /** The task boards on which the site's articles, and its copy, are followed. */
  boardGid: Gid.optional(),
  copyboardGid: Gid.optional(),
  affiliateTag: AffiliateTag.optional(),
  /** Whether posts say where a product is bought, what it costs and what it looks like; off where the theme does. */
  linksProducts: z.boolean().optional(),
  /** Whether posts say what a product costs; renewed every day. */
  showsPrices: z.boolean().optional(),
  /** How the site earns by its links, as its posts say it first; empty for nothing. */
  disclosure: Disclosure.optional(),
  /** Whether Replace everywhere may change its live posts; off unless somebody wants that. */
  changesLivePosts: z.boolean().optional(),
  /** Address of a stored picture; without one the site gets its initial. */
  logoUrl: z.string().optional(),
})
export type SiteForm = z.infer<typeof SiteForm>

/** What is to change of a site. */
export const SiteChange = SiteForm.partial()
export type SiteChange = z.infer<typeof SiteChange>

/** The same as it travels. */
export const SiteBody = z.object({
  code: SiteForm.shape.code,
  display_name: SiteForm.shape.displayName,
  url: SiteForm.shape.url,
  /** Address of a picture that is stored here; left out, a new site gets its initial. */
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

/** What is to change of a site: what is left out stays. */
export const SitePatch = SiteBody.partial()
  .extend({
    /** Puts it to rest, or back to work. */
    retired: z.boolean().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'No changes given.')
export type SitePatch = z.input<typeof SitePatch>
