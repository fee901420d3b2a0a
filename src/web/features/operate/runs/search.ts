import { z } from 'zod'
import { RUN_GROUPS } from '#shared/features/operate/runs/rules.ts'

export const RUN_VIEWS = ['all', ...RUN_GROUPS] as const

/** The address of the page. */
export const RunsSearch = z.object({
  show: z.enum(RUN_VIEWS).catch('all').default('all'),
  /** Words of the name or of the subject. */
  q: z.string().max(200).catch('').default(''),
})
export type RunsSearch = z.output<typeof RunsSearch>
