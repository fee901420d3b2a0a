import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { hourlyFrom } from '../../../kernel/runs/daily.ts'
import type { AlertParts } from './parts.ts'
import { EVALUATE, evaluateRules } from './verbs/evaluate-rules.ts'

export const alertRuleJobs = (parts: AlertParts): Job[] => [
  {
    name: EVALUATE,
    payload: z.object({}),
    // After the first one of a day, only for new rules.
    schedule: hourlyFrom(parts.alerts),
    timeZone: parts.timeZone,
    run: () => evaluateRules(parts),
  },
]
