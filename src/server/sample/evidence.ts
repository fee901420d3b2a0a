import type { Db } from '#server/db/connect.ts'
import { accessReviewAccounts, accessReviewSystems, accessReviews } from '#server/db/schema/access-reviews.ts'
import { offboardingRuns, offboardingSystems } from '#server/db/schema/offboarding.ts'
import { scanRuns } from '#server/db/schema/scan.ts'
import { builtInOperation } from '#server/integrations/account-directory/built-in.ts'
import type { ScanFunctionId } from '#shared/features/scan/rules.ts'
import { SYSTEMS } from './directory.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY, HOUR } from './moments.ts'
import { SAMPLE_PEOPLE, sampleNameOf } from './people.ts'
import { found } from './rows.ts'

type Known = Pick<Laid, 'now' | 'userIds'>

/** Days since the last access review: everybody who had been here for longer was still at work. */
const REVIEWED = 92
const REVIEWER = 'ines'

/** A finished access review. */
async function insertReview(tx: Db, { now, userIds }: Known): Promise<void> {
  const userId = found(userIds, REVIEWER)
  const [beganAt, endedAt] = [before(now, REVIEWED * DAY), before(now, REVIEWED * DAY - 2 * HOUR)]
  const [review] = await tx
    .insert(accessReviews)
    .values({ userId, beganAt, endedAt, endedBy: userId })
    .returning({ id: accessReviews.id })
  const reviewId = review?.id ?? 0
  const systems = SYSTEMS.map((system, position) => ({
    ...{ reviewId, operation: builtInOperation(system), operationName: system, position },
    ...{ isByName: false, state: 'listed' as const, detail: '' },
  }))
  await tx.insert(accessReviewSystems).values(systems)
  const people = SAMPLE_PEOPLE.filter(({ joined }) => joined > REVIEWED)
  const accounts = people.flatMap((person) =>
    systems.map(({ operation }) => ({
      ...{ reviewId, operation, account: person.key, email: person.username, detail: '' },
      name: sampleNameOf(person.key),
      lastUsedAt: before(beganAt, DAY),
      personId: found(userIds, person.key),
      ...{ decision: 'keep' as const, decidedBy: userId, decidedAt: endedAt },
    })),
  )
  await tx.insert(accessReviewAccounts).values(accounts)
}

/** Users who left were offboarded a day later, except for the account that could not be closed. */
async function insertOffboarding(tx: Db, { now, userIds }: Known): Promise<void> {
  const userId = found(userIds, REVIEWER)
  for (const person of SAMPLE_PEOPLE.filter(({ active }) => !active)) {
    const beganAt = before(now, (person.lastSeen - 1) * DAY)
    const endedAt = new Date(beganAt.getTime() + HOUR / 60)
    const [run] = await tx
      .insert(offboardingRuns)
      .values({
        ...{ email: person.username, name: sampleNameOf(person.key), userId, actingId: userId },
        ...{ requestId: 'sample', address: '', beganAt, endedAt },
        handedOver: { heir: null, articles: [], claims: [], faults: [] },
      })
      .returning({ id: offboardingRuns.id })
    await tx.insert(offboardingSystems).values(
      SYSTEMS.map((system, position) => ({
        ...{ runId: run?.id ?? 0, operation: builtInOperation(system), operationName: system, position },
        state: position === 0 ? ('failed' as const) : ('revoked' as const),
        detail: position === 0 ? 'Didn’t answer in time.' : 'Account deactivated.',
        ...{ account: person.key, beganAt, endedAt },
      })),
    )
  }
}

/** What the last nightly scan has found of the desk itself. */
const SCANNED: readonly { functionId: ScanFunctionId; label: string; value: string }[] = [
  { functionId: 'tasks-exist', label: 'Tasks', value: 'All there' },
  { functionId: 'posts-exist', label: 'Posts', value: 'All there' },
  { functionId: 'keyword-statuses', label: 'Article statuses', value: 'All correct' },
  { functionId: 'pictures-there', label: 'Images', value: 'All there' },
  { functionId: 'jobs-failed', label: 'Failed jobs', value: 'None' },
]

async function insertScan(tx: Db, { now }: Known): Promise<void> {
  await tx.insert(scanRuns).values(
    SCANNED.map(({ functionId, label, value }, at) => ({
      ...{ functionId, status: 'success' as const, took: 40 + at * 35, ranAt: before(now, 11 * HOUR) },
      items: [{ label, value, status: 'success' as const, tip: null, fix: null, siteId: null }],
    })),
  )
}

/** Evidence that access is in order: a review, an offboarding and a scan. */
export async function insertEvidence(tx: Db, known: Known): Promise<void> {
  await insertReview(tx, known)
  await insertOffboarding(tx, known)
  await insertScan(tx, known)
}
