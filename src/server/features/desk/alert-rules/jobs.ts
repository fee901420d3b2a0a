import { z } from 'zod'
import { hourlyFrom } from '../../../jobs/daily.ts'
import type { Job } from '../../../jobs/job.ts'
import type { AlertDeps } from './deps.ts'
import { EVALUATE, evaluateRules } from './verbs/evaluate-rules.ts'

export const alertRuleJobs = (deps: AlertDeps): Job[] => [
  {
    name: EVALUATE,
    payload: z.object({}),
    // After the first one of a day, only for new rules.
    schedule: hourlyFrom(deps.alerts),
    timeZone: deps.timeZone,
    run: () => evaluateRules(deps),
  },
]
