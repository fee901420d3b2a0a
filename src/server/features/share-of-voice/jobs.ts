import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ShareOfVoiceService } from './service.ts'
import { beginCollection, COLLECT_BATCH, type CollectParts, collectBatch } from './verbs/collect-day.ts'

const KEEP_DAYS = 'share-of-voice.keep-days'
const BEGIN_COLLECTION = 'share-of-voice.begin-collection'

const OfDay = z.object({ day: z.string() })
const Nothing = z.object({})

export function shareOfVoiceJobs(service: ShareOfVoiceService, collect: CollectParts): Job[] {
  const { timeZone, dailyAt } = collect
  return [
    {
      name: KEEP_DAYS,
      payload: Nothing,
      // Just after midnight; and every hour, for a server that slept through it. Then there is nothing to do.
      schedule: '3 * * * *',
      timeZone,
      run: () => service.keepDays(),
    },
    {
      name: BEGIN_COLLECTION,
      payload: Nothing,
      // At the minute of its time, every hour: who slept through the right one begins with the next.
      schedule: `${Number(dailyAt.slice(3))} * * * *`,
      timeZone,
      run: () => beginCollection(collect),
    },
    job({
      name: COLLECT_BATCH,
      payload: OfDay,
      run: ({ day }) => collectBatch(collect, day),
    }),
  ]
}
