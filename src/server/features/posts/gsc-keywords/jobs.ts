import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { CollectSearchesDeps } from './deps.ts'
import { beginSearches, COLLECT_SEARCHES, collectSearches } from './verbs/collect-searches.ts'
import {
  RECOMPUTE_QUERIES,
  RECOMPUTE_TOTALS,
  recomputeQueries,
  recomputeSiteTotals,
} from './verbs/recompute-sums.ts'

export const gscKeywordsJobs = (deps: CollectSearchesDeps): Job[] => [
  {
    name: 'gsc-keywords.begin-searches',
    payload: z.object({}),
    // Every hour: the vendor's days are finished when they are.
    every: 'hour',
    begins: COLLECT_SEARCHES,
    run: () => beginSearches(deps),
  },
  runJob(deps, {
    name: COLLECT_SEARCHES,
    key: z.object({ siteId: z.number() }),
    step: ({ siteId }) => collectSearches(deps, siteId),
  }),
  job({
    name: RECOMPUTE_TOTALS,
    formerly: 'gsc-keywords.keep-totals',
    payload: z.object({ siteId: z.number() }),
    run: ({ siteId }) => recomputeSiteTotals(deps, siteId),
  }),
  {
    name: RECOMPUTE_QUERIES,
    formerly: 'gsc-keywords.keep-queries',
    payload: z.object({}),
    run: () => recomputeQueries(deps),
  },
]
