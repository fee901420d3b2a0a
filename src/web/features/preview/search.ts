import { z } from 'zod'

/** Which form of the page is shown. */
export const PreviewSearch = z.object({
  view: z.enum(['collapsed', 'full']).default('full').catch('full'),
})
export type PreviewSearch = z.output<typeof PreviewSearch>
