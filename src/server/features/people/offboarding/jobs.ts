import { z } from 'zod'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { sendMail } from '../../../integrations/mailer/port.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { CLOSE_NEXT, MAIL_MANAGER, type OffboardingDeps, SECOND_LOOK } from './deps.ts'
import { runMail } from './mails.ts'
import { findManager, findWholeRun } from './queries.ts'
import { listRunSystems } from './store.ts'
import { closeNext } from './verbs/close-next.ts'
import { lookAgain } from './verbs/look-again.ts'

const Ended = z.object({ runId: z.number(), endedAt: z.iso.datetime() })

async function mailManager(
  { db, mailer, timeZone }: OffboardingDeps,
  runId: number,
  jobId: string | undefined,
): Promise<void> {
  const found = await findWholeRun(db, runId)
  if (!found?.run.manager) return
  // A locked manager has left as well, and a mail would leave the company.
  if ((await findManager(db, found.run.manager))?.active === false) return
  await sendMail(
    mailer,
    runMail(found, await listRunSystems(db, runId), { manager: found.run.manager, timeZone }),
    jobId,
  )
}

const { access } = offboardingEndpoints.list

export const offboardingJobs = (deps: OffboardingDeps): Job[] => [
  runJob(deps, {
    name: CLOSE_NEXT,
    access,
    key: z.object({ runId: z.number() }),
    step: ({ runId }) => closeNext(deps, runId),
  }),
  runJob(deps, {
    name: SECOND_LOOK,
    access,
    key: Ended,
    step: ({ runId, endedAt }) => lookAgain(deps, { runId, endedAt: new Date(endedAt) }),
  }),
  job({ name: MAIL_MANAGER, payload: Ended, access, run: ({ runId }, id) => mailManager(deps, runId, id) }),
]
