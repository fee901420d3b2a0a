import { z } from 'zod'
import { transaction } from '../../../db/connect.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { DELIVER, wakeHooks } from '../../../security/events.ts'
import type { EventHookDeps } from './deps.ts'
import { listWaitingHooks, REPORT_GIVEN_UP } from './send-store.ts'
import { deliver } from './verbs/deliver.ts'
import { reportGivenUp } from './verbs/send-again.ts'

/** Hooks that one server sends to at the same time. */
const HOOKS_AT_ONCE = 8

export function eventHookJobs(deps: EventHookDeps): Job[] {
  return [
    job({
      name: DELIVER,
      payload: z.object({ hookId: z.number() }),
      run: ({ hookId }) => deliver(deps, hookId),
      atOnce: HOOKS_AT_ONCE,
    }),
    job({
      name: REPORT_GIVEN_UP,
      payload: z.object({ sendId: z.uuid() }),
      run: ({ sendId }, jobId) => reportGivenUp(deps, { sendId, jobId }),
      access: ['ManageWebhooks'],
    }),
    {
      name: 'event-hooks.find-waiting',
      payload: z.object({}),
      every: 'halfHour',
      // A restored database has no waiting jobs, but may have waiting events.
      run: () => transaction(deps.db, async (tx) => wakeHooks(tx, await listWaitingHooks(tx, deps.clock()))),
    },
  ]
}
