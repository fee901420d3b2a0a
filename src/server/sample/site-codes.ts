import { z } from 'zod'

/** Two letters, as in preview addresses: the titles that have a logo. */
export const SampleCode = z.enum(['bm', 'hs', 'pt', 'nf', 'ok', 'ta', 'tj', 'tm', 'dt'])
export type SampleSiteCode = z.infer<typeof SampleCode>
