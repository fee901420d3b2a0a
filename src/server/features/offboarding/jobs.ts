import { z } from 'zod'
import { sendMail } from '../../integrations/mailer/port.ts'
import { type Job, job } from '../../jobs/job.ts'
import { runMail } from './mails.ts'
import { CLOSE_NEXT, MAIL_MANAGER, type OffboardingParts, SECOND_LOOK } from './parts.ts'
import { findManager, findWholeRun } from './queries.ts'
import { listOpen, listRunSystems, listUnlooked } from './store.ts'
import { closeNext } from './verbs/close-next.ts'
import { lookAgain } from './verbs/look-again.ts'

const Ended = z.object({ runId: z.number(), endedAt: z.iso.datetime() })

async function mailManager(
  { db, mailer, timeZone }: OffboardingParts,
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

/** Resumes runs whose job failed permanently or was lost, and overdue second checks without a job. */
async function resumeLost({ db, clock, enqueue, isUnderWay }: OffboardingParts): Promise<void> {
  for (const { id: runId } of await listOpen(db)) {
    if (!(await isUnderWay(CLOSE_NEXT, { runId }))) await enqueue(db, CLOSE_NEXT, { runId })
  }
  for (const { id: runId, endedAt } of await listUnlooked(db, clock())) {
    if (endedAt === null) continue
    const look = { runId, endedAt: endedAt.toISOString() }
    if (!(await isUnderWay(SECOND_LOOK, look))) await enqueue(db, SECOND_LOOK, look)
  }
}

export const offboardingJobs = (parts: OffboardingParts): Job[] => [
  job({
    name: CLOSE_NEXT,
    payload: z.object({ runId: z.number() }),
    run: ({ runId }) => closeNext(parts, runId),
  }),
  job({
    name: SECOND_LOOK,
    payload: Ended,
    run: ({ runId, endedAt }) => lookAgain(parts, { runId, endedAt: new Date(endedAt) }),
  }),
  {
    name: 'offboarding.resume-lost',
    payload: z.object({}),
    schedule: '7,22,37,52 * * * *',
    run: () => resumeLost(parts),
  },
  job({ name: MAIL_MANAGER, payload: Ended, run: ({ runId }, id) => mailManager(parts, runId, id) }),
]
