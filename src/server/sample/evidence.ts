import type { Db } from '#server/db/connect.ts'
import { accessReviewAccounts, accessReviewSystems, accessReviews } from '#server/db/schema/access-reviews.ts'
import { offboardingRuns, offboardingSystems } from '#server/db/schema/offboarding.ts'
import { scanRuns } from '#server/db/schema/scan.ts'
import { builtInOperation } from '#server/integrations/account-directory/built-in.ts'
import type { FoundItem, ScanFunctionId } from '#shared/features/operate/scan/rules.ts'
import { dayAt } from '#shared/format/day.ts'
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

const BUILT_IN = 'built-in'

/** What the last nightly scan has found to be in order. */
const FOUND_FINE: readonly [functionId: ScanFunctionId, label: string, value: string][] = [
  ['posts-account', 'Posts', BUILT_IN],
  ['posts-live', 'Posts', 'None lost'],
  ['board-account', 'Tasks', BUILT_IN],
  ['board-sections', 'Boards', 'All sections are there'],
  ['webhooks', 'Webhooks', 'Heard; no event yet'],
  ['products-account', 'Products', BUILT_IN],
  ['hits-account', 'Share of voice', BUILT_IN],
  ['warehouse-account', 'Warehouse', BUILT_IN],
  ['market-account', 'Keyword market', BUILT_IN],
  ['research-account', 'Keyword research', BUILT_IN],
  ['searches-account', 'Searches', BUILT_IN],
  ['sheets-account', 'Sheets', BUILT_IN],
  ['assistant-account', 'Assistant', BUILT_IN],
  ['games-account', 'Game answers', BUILT_IN],
  ['mail-account', 'Mail', BUILT_IN],
  ['pictures-account', 'Pictures', BUILT_IN],
  ['tasks-exist', 'Tasks', 'None missing'],
  ['tasks-current', 'Tasks', 'All are up to date'],
  ['posts-exist', 'Posts', 'None missing'],
  ['posts-current', 'Posts', 'All are up to date'],
  ['keyword-statuses', 'Keywords', 'All are right'],
  ['pictures-there', 'Pictures', 'All are there'],
  ['jobs-failed', 'Jobs', 'None failed'],
  ['posts-edited', 'Posts', 'No post was read'],
  ['jobs-begun', 'Queue', 'Nothing is waiting'],
  ['disk', 'Data folder', 'Enough room'],
  ['clock', 'Server and database', '0 ms apart'],
]
const NOT_CONNECTED: readonly ScanFunctionId[] = [
  'github-accounts',
  'slack-accounts',
  'google-workspace-accounts',
  'asana-accounts',
  'atlassian-accounts',
  'wordpress-accounts',
]

async function insertScan(tx: Db, { now }: Known): Promise<void> {
  const run = (functionId: ScanFunctionId, took: number, item: Omit<FoundItem, 'fix' | 'siteId'>) => ({
    ...{ functionId, status: item.status, took, ranAt: before(now, 11 * HOUR) },
    items: [{ ...item, fix: null, siteId: null }],
  })
  const lastDay = (label: string, days: number) =>
    ({ label, value: dayAt(before(now, days * DAY), 'UTC'), status: 'success', tip: null }) as const
  const absent = { label: 'Accounts', value: 'Not connected', status: 'default' } as const
  const tip =
    'Copydesk can’t find or close accounts there. The integrations guide explains how to connect it.'
  await tx.insert(scanRuns).values([
    ...NOT_CONNECTED.map((functionId) => run(functionId, 4, { ...absent, tip })),
    run('hits-fresh', 7, lastDay('Newest day', 0)),
    run('searches-fresh', 6, lastDay('Newest day', 3)),
    run('earnings-fresh', 5, lastDay('Newest week', 6)),
    ...FOUND_FINE.map(([functionId, label, value], at) =>
      run(functionId, 40 + at * 7, { label, value, status: 'success', tip: null }),
    ),
    run('backup', 12, {
      ...{ label: 'Newest backup', value: 'None', status: 'warning' as const },
      tip: 'Run npm run backup every night; docs/operating/backup.md has a timer for it.',
    }),
  ])
}

/** Evidence that access is in order: a review, an offboarding and a scan. */
export async function insertEvidence(tx: Db, known: Known): Promise<void> {
  await insertReview(tx, known)
  await insertOffboarding(tx, known)
  await insertScan(tx, known)
}
