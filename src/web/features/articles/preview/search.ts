import { z } from 'zod'

/** The view of the page. */
export const PreviewSearch = z.object({
  view: z.enum(['collapsed', 'full']).default('full').catch('full'),
})
export type PreviewSearch = z.output<typeof PreviewSearch>
