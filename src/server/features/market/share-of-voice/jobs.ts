import { z } from 'zod'
import { hourlyFrom } from '../../../jobs/daily.ts'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ShareOfVoiceService } from './service.ts'
import { beginCollection, COLLECT_BATCH, type CollectDeps, collectBatch } from './verbs/collect-day.ts'

const ROLL_RATES = 'share-of-voice.roll-days'
const BEGIN_COLLECTION = 'share-of-voice.begin-collection'

const Nothing = z.object({})

export function shareOfVoiceJobs(service: ShareOfVoiceService, collect: CollectDeps): Job[] {
  const { timeZone } = collect
  return [
    {
      name: ROLL_RATES,
      formerly: 'share-of-voice.keep-days',
      payload: Nothing,
      // Just after midnight; and every hour, for a server that slept through it. Then there is nothing to do.
      every: 'hour',
      run: () => service.rollRates(),
    },
    {
      name: BEGIN_COLLECTION,
      payload: Nothing,
      schedule: hourlyFrom(collect),
      begins: COLLECT_BATCH,
      timeZone,
      run: () => beginCollection(collect),
    },
    runJob(collect, {
      name: COLLECT_BATCH,
      key: z.object({ day: z.string() }),
      step: ({ day }) => collectBatch(collect, day),
    }),
  ]
}
