import type { z } from 'zod'
import type { AccessLookup } from '#shared/features/user-access/contract.ts'
import type { Db } from '../../db/connect.ts'
import { AppError } from '../../errors.ts'
import type { AccountDirectory, FoundAccount } from '../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../integrations/integration-error.ts'
import type { Mailer } from '../../integrations/mailer/port.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { UsersService } from '../users/service.ts'

export interface UserAccessParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  mailer: Mailer
  log: { warn(details: object, message: string): void }
  accountDirectories: () => Promise<readonly AccountDirectory[]>
  users: Pick<UsersService, 'updateUser'>
  listeners: readonly AccessListener[]
  /** Lets milliseconds pass that a system has to answer; tests say when they have. */
  pass?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

/** A step that is kept about somebody's account on a system, however it came about. */
export interface KeptStep {
  email: string
  operation: string
  at: Date
}

/** Follows what becomes of somebody's access, in the transaction in which that is kept. */
export type AccessListener = (tx: Db, step: KeptStep) => Promise<void>

export async function tell({ listeners }: UserAccessParts, tx: Db, step: KeptStep): Promise<void> {
  for (const listener of listeners) await listener(tx, step)
}

/** What was found on one system; what is null could not be asked, for this reason. */
export interface CheckedAccount {
  directory: AccountDirectory
  found: FoundAccount | null
  error: string | null
}

/** When an account was used last, and whether that was after whoever has it had left. */
export const usedOf = (found: FoundAccount | null, leftAt: Date | null) => {
  const lastUsedAt = found?.lastUsedAt ?? null
  return {
    last_used_at: lastUsedAt?.toISOString() ?? null,
    used_after_leaving: lastUsedAt !== null && leftAt !== null && lastUsedAt > leftAt,
  }
}

/** What came of a revocation. */
export interface AccessOutcome {
  step: 'revoked' | 'inactive' | 'failed'
  /** One line: what was done, or why not. */
  detail: string
}

/** Whose access is meant. */
export interface Sought {
  email: string
  github: string | null
  manager: string | null
}

export const soughtOf = ({ email, github, manager }: z.output<typeof AccessLookup>): Sought => ({
  email,
  github: github || null,
  manager: manager || null,
})

/** What must not be done stays so, however often it is tried; anything else may pass. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError || (error instanceof IntegrationError && error.kind === 'invalid')
