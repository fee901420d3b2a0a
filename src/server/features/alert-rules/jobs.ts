import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { AlertParts } from './parts.ts'
import { EVALUATE, evaluateRules } from './verbs/evaluate-rules.ts'

export const alertRuleJobs = (parts: AlertParts): Job[] => [
  {
    name: EVALUATE,
    payload: z.object({}),
    // At the minute of its time, every hour: who slept through the right one begins with the next. Done once, it has
    // nothing to do until the next day but for rules that came new.
    schedule: `${Number(parts.alerts.dailyAt.slice(3))} * * * *`,
    timeZone: parts.timeZone,
    run: () => evaluateRules(parts),
  },
]
