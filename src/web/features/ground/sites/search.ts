import { z } from 'zod'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

export const SITE_SORTS = ['display_name', 'keywordsCount', 'articlesCount'] as const

const flag = z.coerce.string().pipe(z.literal('1')).optional().catch(undefined)

/** The address of the sites screen; invalid values are ignored. */
export const SitesSearch = z.object({
  page: PageField.catch(1),
  ...orderIn(SITE_SORTS, 'display_name', 'asc'),
  /** The site whose form is open. */
  site: Id.optional().catch(undefined),
  /** The form of a new site is open. */
  new: flag,
  /** The site whose posts are imported. */
  adopt: Id.optional().catch(undefined),
  /** The board whose webhook is open. */
  webhook: z.coerce
    .string()
    .regex(/^\d{1,32}$/)
    .optional()
    .catch(undefined),
  /** The tunnel's dialog is open. */
  tunnel: flag,
})
export type SitesSearch = z.output<typeof SitesSearch>
