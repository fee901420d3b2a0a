import { setTimeout as sleep } from 'node:timers/promises'
import { notFound } from '../../../errors.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { Caller } from '../../../security/actor.ts'
import type { AccountQuery, CheckedAccount, UserAccessDeps } from './deps.ts'
import { deskDirectory } from './desk-reader.ts'
import { tokenDirectory } from './tokens-reader.ts'

/** Time limit for one system. */
const PATIENCE_MS = 10_000

/** Every connected system, Copydesk first; without an actor they are only to be read. */
export const listDirectories = async (
  deps: UserAccessDeps,
  actor: Caller | null,
): Promise<AccountDirectory[]> => [deskDirectory(deps, actor), ...(await deps.accountDirectories())]

/** The systems of an access review: also the API tokens. */
export const listReviewed = async (
  deps: UserAccessDeps,
  actor: Caller | null,
): Promise<AccountDirectory[]> => [...(await listDirectories(deps, actor)), tokenDirectory(deps, actor)]

/** The systems that a new review asks. The tokens are one of them only if there are any. */
export async function listToReview(deps: UserAccessDeps): Promise<AccountDirectory[]> {
  const tokens = tokenDirectory(deps, null)
  const { accounts } = await tokens.list()
  return [...(await listDirectories(deps, null)), ...(accounts.length > 0 ? [tokens] : [])]
}

const named = (all: readonly AccountDirectory[], operation: string): AccountDirectory => {
  const directory = all.find((each) => each.operation === operation)
  if (!directory) throw notFound('System')
  return directory
}

/** The system with this name; 404 if it is not connected. */
export const findDirectory = async (deps: UserAccessDeps, actor: Caller, operation: string) =>
  named(await listDirectories(deps, actor), operation)

/** The same among the systems of an access review. */
export const findReviewed = async (deps: UserAccessDeps, actor: Caller, operation: string) =>
  named(await listReviewed(deps, actor), operation)

const passing = (milliseconds: number, signal: AbortSignal) => sleep(milliseconds, undefined, { signal })

/** Waits for an answer within the time limit; throws on timeout. `pass` waits for the time. */
export async function inPatience<Answer>(
  system: string,
  asking: Promise<Answer>,
  patienceMs = PATIENCE_MS,
  pass: NonNullable<UserAccessDeps['pass']> = passing,
): Promise<Answer> {
  const answered = new AbortController()
  const late = pass(patienceMs, answered.signal).then(() => {
    const failure = { system, operation: 'look up an account', kind: 'timeout' } as const
    throw new IntegrationError('It took too long', failure)
  })
  // Prevents an unhandled rejection if the answer came in time.
  late.catch(() => {})
  try {
    return await Promise.race([asking, late])
  } finally {
    answered.abort()
  }
}

/** Looks for an account on one system; why it could not be asked is an answer, too. */
export async function checkDirectory(
  { log, pass }: UserAccessDeps,
  directory: AccountDirectory,
  sought: AccountQuery,
): Promise<CheckedAccount> {
  try {
    const found = await inPatience(directory.operationName, directory.check(sought), PATIENCE_MS, pass)
    return { directory, found, error: null }
  } catch (error) {
    log.warn({ err: error, system: directory.operation }, 'an account could not be looked up on a system')
    const isTold = error instanceof IntegrationError
    return { directory, found: null, error: isTold ? sayRefusal(error) : 'It couldn’t be reached.' }
  }
}
