import type { z } from 'zod'
import type { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { AccountDirectory, FoundAccount } from '../../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { Mailer } from '../../../integrations/mailer/port.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { TokensService, UsersService } from '../../ground/area.ts'

export interface UserAccessDeps {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  mailer: Mailer
  log: { warn(details: object, message: string): void }
  accountDirectories: () => Promise<readonly AccountDirectory[]>
  users: Pick<UsersService, 'updateUser'>
  tokens: Pick<TokensService, 'revokeOf'>
  listeners: readonly AccessListener[]
  /** Waits for the time limit of a system; replaced in tests. */
  pass?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** A stored step about a person's account on a system, from any feature. */
export interface StoredStep {
  email: string
  operation: string
  at: Date
}

/** Runs in the transaction that stores a step. */
export type AccessListener = (tx: Db, step: StoredStep) => Promise<void>

export async function tell({ listeners }: UserAccessDeps, tx: Db, step: StoredStep): Promise<void> {
  for (const listener of listeners) await listener(tx, step)
}

/** Result of checking one system; null fields are unknown for the given reason. */
export interface CheckedAccount {
  directory: AccountDirectory
  found: FoundAccount | null
  error: string | null
}

/** The last use of an account, and whether that was after its owner left. */
export const usedOf = (found: FoundAccount | null, leftAt: Date | null) => {
  const lastUsedAt = found?.lastUsedAt ?? null
  return {
    last_used_at: lastUsedAt?.toISOString() ?? null,
    used_after_leaving: lastUsedAt !== null && leftAt !== null && lastUsedAt > leftAt,
  }
}

/** Outcome of a revocation. */
export interface AccessOutcome {
  step: 'revoked' | 'inactive' | 'failed'
  /** One line: the action taken, or why not. */
  detail: string
}

/** The person whose access is meant. */
export interface AccountQuery {
  email: string
  github: string | null
  manager: string | null
}

export const soughtOf = ({ email, github, manager }: z.output<typeof AccessLookup>): AccountQuery => ({
  email,
  github: github || null,
  manager: manager || null,
})

/** A refusal is permanent; any other error may be transient. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof IntegrationError && error.kind === 'invalid')
