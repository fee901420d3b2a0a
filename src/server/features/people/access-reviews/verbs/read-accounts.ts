import { transaction } from '../../../../db/connect.ts'
import type { AccountDirectory, AccountList } from '../../../../integrations/account-directory/port.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { AccessReviewDeps } from '../deps.ts'
import { listKnownNames, listPeople } from '../queries.ts'
import { settleClosed } from '../settle-store.ts'
import * as store from '../store.ts'

/** A system with thousands of accounts answers in many pages. */
const PATIENCE_MS = 120_000
const GONE = 'This system is no longer connected.'

/** The accounts of a system, each with its owner if known. */
async function matched(
  { db }: AccessReviewDeps,
  { reviewId, operation }: store.ReviewSystemRow,
  { accounts, own }: Pick<AccountList, 'accounts'> & { own: readonly string[] },
): Promise<store.NewReviewed[]> {
  const names = accounts.some(({ email }) => email === null)
    ? await listKnownNames(db, operation)
    : new Map<string, string>()
  const addressed = accounts.map(({ accountId, email, ...account }) => ({
    ...account,
    account: accountId,
    email: email ?? names.get(accountId.toLowerCase()) ?? null,
  }))
  const people = await listPeople(
    db,
    addressed.flatMap(({ email }) => email ?? []),
  )
  const ours = new Set(own.map((name) => name.toLowerCase()))
  return addressed.map(({ ownerId, ...account }) => ({
    ...account,
    isOwn: ours.has(account.account.toLowerCase()),
    reviewId,
    operation,
    personId: ownerId ?? people.get(account.email ?? '') ?? null,
  }))
}

/** The accounts that we sign in with. A system that does not list them still refuses to close them. */
async function listOwn(
  { log, userAccess }: AccessReviewDeps,
  directory: AccountDirectory,
): Promise<readonly string[]> {
  if (!directory.listOwn) return []
  try {
    return await userAccess.inPatience(directory.operationName, directory.listOwn())
  } catch (error) {
    log.warn({ err: error, system: directory.operation }, 'our own account of a system could not be read')
    return []
  }
}

/** Queries one system; its failure is recorded and does not stop the others. */
async function readSystem(
  deps: AccessReviewDeps,
  system: store.ReviewSystemRow,
  directory: AccountDirectory | undefined,
): Promise<void> {
  const { db, log, userAccess } = deps
  const fail = (detail: string) =>
    transaction(db, (tx) => store.answerSystem(tx, system, { state: 'failed', detail }))
  if (!directory) {
    await fail(GONE)
    return
  }
  const since = deps.clock()
  let list: AccountList
  try {
    list = await userAccess.inPatience(directory.operationName, directory.list(), PATIENCE_MS)
  } catch (error) {
    log.warn({ err: error, system: system.operation }, 'the accounts of a system could not be listed')
    await fail(sayFailure(error))
    return
  }
  const own = await listOwn(deps, directory)
  const accounts = await matched(deps, system, { ...list, own })
  await transaction(db, async (tx) => {
    // A review finished meanwhile is finished without this system.
    const review = await store.lockReview(tx, system.reviewId)
    if (!review || review.endedAt !== null) return
    if (!(await store.answerSystem(tx, system, { state: 'listed', detail: list.note ?? '' }))) return
    await store.insertAccounts(tx, accounts)
    // Accounts closed while the list was being read.
    await settleClosed(tx, { operation: system.operation, since })
  })
}

/**
 * Queries every system that was not queried yet, in parallel. Can be repeated: each result is stored once.
 */
export async function readAccounts(deps: AccessReviewDeps, reviewId: number): Promise<StepEnd> {
  const waiting = (await store.listReviewSystems(deps.db, reviewId)).filter(
    ({ state }) => state === 'waiting',
  )
  if (waiting.length === 0) return 'ended'
  const directories = await deps.userAccess.listReviewed(null)
  await Promise.all(
    waiting.map((system) =>
      readSystem(
        deps,
        system,
        directories.find(({ operation }) => operation === system.operation),
      ),
    ),
  )
  return 'ended'
}
