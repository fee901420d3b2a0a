import { userAccessEndpoints } from '#shared/features/user-access/contract.ts'
import { transaction } from '../../db/connect.ts'
import type { AccountDirectory, FoundAccount } from '../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import { sayRefusal } from '../../integrations/refusal-words.ts'
import { type Caller, requires } from '../../security/actor.ts'
import { deskDirectory } from './desk-reader.ts'
import type { Sought, UserAccessParts } from './parts.ts'
import { listSteps } from './queries.ts'
import * as store from './store.ts'
import { revokeAccess } from './verbs/revoke-access.ts'

/** One system that says nothing for so long is not waited for. */
const PATIENCE_MS = 10_000

export interface CheckedAccount {
  directory: AccountDirectory
  found: FoundAccount | null
  error: string | null
}

function saying(error: unknown): string {
  return error instanceof IntegrationError ? sayRefusal(error) : 'It could not be asked.'
}

async function ask(
  parts: UserAccessParts,
  directory: AccountDirectory,
  sought: Sought,
): Promise<CheckedAccount> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const { operationName: system } = directory
    const failure = { system, operation: 'look up an account', kind: 'timeout' } as const
    timer = setTimeout(() => reject(new IntegrationError('It took too long', failure)), PATIENCE_MS)
  })
  try {
    return { directory, found: await Promise.race([directory.check(sought), late]), error: null }
  } catch (error) {
    parts.log.warn({ err: error, system: directory.operation }, 'a system could not be asked for an account')
    return { directory, found: null, error: saying(error) }
  } finally {
    clearTimeout(timer)
  }
}

async function keepSteps(
  { db, clock }: UserAccessParts,
  actor: Caller,
  { sought, checked }: { sought: Sought; checked: readonly CheckedAccount[] },
): Promise<void> {
  const steps = checked.map(
    ({ directory, found, error }): store.NewStep => ({
      email: sought.email,
      operation: directory.operation,
      operationName: directory.operationName,
      step: found === null ? 'failed' : found.active ? 'active' : 'inactive',
      detail: error ?? found?.detail ?? '',
      userId: actor.id,
      at: clock(),
    }),
  )
  await transaction(db, (tx) => store.insertSteps(tx, steps))
}

export type UserAccessService = ReturnType<typeof createUserAccessService>

/** Who still has a way in, on every connected system, and the way to close it. */
export function createUserAccessService(parts: UserAccessParts) {
  return {
    /** Asks all systems side by side; one that fails, or says nothing, hides no other. */
    async checkAccount(actor: Caller, sought: Sought): Promise<CheckedAccount[]> {
      requires(actor, userAccessEndpoints.check.access)
      const directories = [deskDirectory(parts, actor), ...(await parts.accountDirectories())]
      const checked = await Promise.all(directories.map((directory) => ask(parts, directory, sought)))
      await keepSteps(parts, actor, { sought, checked })
      return checked
    },
    revokeAccess: (actor: Caller, work: Parameters<typeof revokeAccess>[2]) =>
      revokeAccess(parts, actor, work),
    async listSteps(email: string) {
      const [rows, total] = await Promise.all([listSteps(parts.db, email), store.countSteps(parts.db, email)])
      return { rows, total }
    },
  }
}
