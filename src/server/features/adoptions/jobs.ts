import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { AdoptionParts } from './parts.ts'
import { keepCurrent } from './verbs/keep-current.ts'
import { READ_SITE, readSitePosts } from './verbs/read-site.ts'

export const adoptionJobs = (parts: AdoptionParts): Job[] => [
  {
    name: 'adoptions.keep-current',
    payload: z.object({}),
    schedule: '29 * * * *',
    run: () => keepCurrent(parts),
  },
  job({
    name: READ_SITE,
    payload: z.object({ adoptionId: z.number() }),
    // A large site keeps no other one waiting.
    atOnce: 2,
    run: ({ adoptionId }) =>
      readSitePosts(
        {
          ...parts,
          enqueue: (id, afterSeconds) =>
            parts.enqueue(parts.db, READ_SITE, { adoptionId: id }, { afterSeconds }),
        },
        adoptionId,
      ),
  }),
]
