import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ShareOfVoiceService } from './service.ts'

const KEEP_DAYS = 'share-of-voice.keep-days'

export function shareOfVoiceJobs(service: ShareOfVoiceService, timeZone: string): Job[] {
  return [
    {
      name: KEEP_DAYS,
      payload: z.object({}),
      // Just after midnight; and every hour, for a server that slept through it. Then there is nothing to do.
      schedule: '3 * * * *',
      timeZone,
      run: () => service.keepDays(),
    },
  ]
}
