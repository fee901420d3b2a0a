import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { BotService } from './service.ts'

export const botJobs = (service: BotService): Job[] => [
  { name: 'bot.remove-old', payload: z.object({}), schedule: '47 3 * * *', run: () => service.sweep() },
]
