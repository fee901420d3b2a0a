import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const imageSettings = settingGroup({
  variables: { UPLOADS_PER_DAY: z.coerce.number().int().min(1).max(1_000_000).default(300) },
  expected: { UPLOADS_PER_DAY: 'a number of images per person in 24 hours, at least 1' },
  settings: ({ UPLOADS_PER_DAY }) => ({ uploadsPerDay: UPLOADS_PER_DAY }),
})
