import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { CollectSearchesParts } from './parts.ts'
import { beginSearches, COLLECT_SEARCHES, collectSearches } from './verbs/collect-searches.ts'
import { KEEP_QUERIES, KEEP_TOTALS, keepQueries, keepSiteTotals } from './verbs/keep-sums.ts'

export const gscKeywordsJobs = (parts: CollectSearchesParts): Job[] => [
  {
    name: 'gsc-keywords.begin-searches',
    payload: z.object({}),
    // Every hour: the vendor's days are finished when they are.
    schedule: '41 * * * *',
    begins: COLLECT_SEARCHES,
    run: () => beginSearches(parts),
  },
  runJob(parts, {
    name: COLLECT_SEARCHES,
    key: z.object({ siteId: z.number() }),
    step: ({ siteId }) => collectSearches(parts, siteId),
  }),
  job({
    name: KEEP_TOTALS,
    payload: z.object({ siteId: z.number() }),
    run: ({ siteId }) => keepSiteTotals(parts, siteId),
  }),
  {
    name: KEEP_QUERIES,
    payload: z.object({}),
    run: () => keepQueries(parts),
  },
]
