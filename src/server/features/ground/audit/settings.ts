import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const auditSettings = settingGroup({
  variables: { AUDIT_DAYS: z.coerce.number().int().min(30).max(4000).default(400) },
  expected: { AUDIT_DAYS: 'a number of days to keep the audit trail, 30 to 4000' },
  settings: ({ AUDIT_DAYS }) => ({
    /** Retention of the audit trail in days. */
    auditDays: AUDIT_DAYS,
  }),
})
