import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ImagesService } from './service.ts'

export const REMOVE_UNUSED_IMAGES = 'images.remove-unused'

export function imageJobs(service: ImagesService): Job[] {
  return [
    {
      name: REMOVE_UNUSED_IMAGES,
      payload: z.object({}),
      schedule: '57 3 * * *',
      run: () => service.removeUnusedImages(),
    },
  ]
}
