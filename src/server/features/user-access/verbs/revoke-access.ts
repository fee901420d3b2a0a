import { userAccessEndpoints } from '#shared/features/user-access/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, notFound } from '../../../errors.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { deskDirectory } from '../desk-reader.ts'
import type { Sought, UserAccessParts } from '../parts.ts'
import { findUserByEmail, hasOtherAdmin } from '../queries.ts'
import * as store from '../store.ts'

export const MAIL_MANAGER = 'user-access.mail-manager'

/** Nobody takes their own access away, nor that of the last administrator: nobody could give it back. */
async function refuseLockOut({ db }: UserAccessParts, actor: Caller, { email }: Sought): Promise<void> {
  if (actor.username.toLowerCase() === email)
    throw new AppError('conflict', 'You cannot revoke your own access.')
  const user = await findUserByEmail(db, email)
  if (user?.roleId === 'adm' && user.active && !(await hasOtherAdmin(db, user.id)))
    throw new AppError('conflict', 'This is the last active administrator who can sign in.')
}

interface RevokeWork {
  source: string
  sought: Sought
}

/** Why it failed, in a line that may be kept and shown. */
function reasonOf(error: unknown): string {
  if (error instanceof IntegrationError) return sayRefusal(error)
  return error instanceof AppError ? error.message : 'Something went wrong on our side.'
}

/**
 * Closes the account of somebody on one system, whatever was found there before; one that is closed already is no
 * fault. What was done, or why it could not be, is kept as evidence.
 */
export async function revokeAccess(
  parts: UserAccessParts,
  actor: Caller,
  { source, sought }: RevokeWork,
): Promise<{ directory: AccountDirectory; detail: string }> {
  requires(actor, userAccessEndpoints.revoke.access)
  await refuseLockOut(parts, actor, sought)
  const all = [deskDirectory(parts, actor), ...(await parts.accountDirectories())]
  const directory = all.find(({ operation }) => operation === source)
  if (!directory) throw notFound('System')
  const { operation, operationName } = directory
  const subject = { id: operation, label: `${operationName}: ${sought.email}` }
  const step = { email: sought.email, operation, operationName, userId: actor.id }
  try {
    const detail = await directory.revoke(sought)
    await transaction(parts.db, async (tx) => {
      const stepId = await store.insertStep(tx, { ...step, step: 'revoked', detail, at: parts.clock() })
      await audit(tx, actor, 'access.revoked', { ...subject, after: { detail } })
      if (sought.manager !== null) await parts.enqueue(tx, MAIL_MANAGER, { stepId, manager: sought.manager })
    })
    return { directory, detail }
  } catch (error) {
    const detail = reasonOf(error)
    await transaction(parts.db, async (tx) => {
      await store.insertStep(tx, { ...step, step: 'failed', detail, at: parts.clock() })
      await audit(tx, actor, 'access.failed', { ...subject, after: { detail } })
    })
    throw error
  }
}
