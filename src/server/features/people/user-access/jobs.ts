import { z } from 'zod'
import { userAccessEndpoints } from '#shared/features/people/user-access/contract.ts'
import { sendMail } from '../../../integrations/mailer/port.ts'
import type { Job } from '../../../jobs/job.ts'
import type { UserAccessDeps } from './deps.ts'
import { findStep } from './queries.ts'
import { MAIL_MANAGER } from './verbs/revoke-access.ts'

const Payload = z.object({ stepId: z.number(), manager: z.string() })

export function userAccessJobs({ db, mailer }: Pick<UserAccessDeps, 'db' | 'mailer'>): Job[] {
  const mailManager: Job<z.infer<typeof Payload>> = {
    name: MAIL_MANAGER,
    payload: Payload,
    access: userAccessEndpoints.revoke.access,
    async run({ stepId, manager }, id) {
      const found = await findStep(db, stepId)
      if (!found) return
      const { step, by } = found
      const account = step.account === null ? '' : ` (account ${step.account})`
      const text = `${by} has revoked the access of ${step.email}${account} to ${step.operationName}.\n\n${step.detail}\n`
      await sendMail(mailer, { to: manager, subject: `Access revoked: ${step.operationName}`, text }, id)
    },
  }
  return [mailManager]
}
