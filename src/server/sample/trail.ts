import type { Db } from '#server/db/connect.ts'
import { auditEntries } from '#server/db/schema/audit.ts'
import { sessions } from '#server/db/schema/users.ts'
import { ACTS, type Act, type AuditFields } from '#shared/features/ground/audit/rules.ts'
import type { SampleVisit } from './activity.ts'
import type { Laid, Placed } from './fill-parts.ts'
import type { MadeChange } from './keyword-changes.ts'
import { before, DAY, HOUR } from './moments.ts'
import type { Told } from './notices.ts'
import { type PersonKey, personOf, SAMPLE_PEOPLE, sampleNameOf } from './people.ts'
import { found, slices } from './rows.ts'

/** Retention of sign-ins in days; actions on articles are kept for good. */
const SIGN_IN_DAYS = 30
/** Lifetime of a session with default settings. */
const SESSION_HOURS = 12
/** An address from a network reserved for examples. */
const OFFICE = '198.51.100.24'
const AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

interface Done {
  by: PersonKey | null
  act: Act
  id: number
  label?: string
  after?: AuditFields
  createdAt: Date
}

/** A user's first visit of each day, which is when they signed in. */
export function signInDays(activity: readonly SampleVisit[]): SampleVisit[] {
  const first = new Map<string, SampleVisit>()
  for (const visit of activity) {
    const day = `${visit.by} ${visit.createdAt.toISOString().slice(0, 10)}`
    if (!first.has(day)) first.set(day, visit)
  }
  return [...first.values()]
}

const signedInAt = ({ createdAt }: SampleVisit) => new Date(createdAt.getTime() - 20_000)

export interface Past {
  placed: Placed
  activity: readonly SampleVisit[]
  changes: readonly MadeChange[]
  /** Those of them that warned an account's owner. */
  told: readonly Told[]
}

/** Actions of users, as implied by the rest of the sample. */
function deedsOf(
  { placed, activity, changes, told }: Past,
  { now, userIds }: Pick<Laid, 'now' | 'userIds'>,
): Done[] {
  const ofArticles = placed.flatMap(({ article, articleId }) =>
    article.events.flatMap(({ action, by, createdAt }): Done[] =>
      by === null ? [] : [{ by, act: `article.${action}`, id: articleId, label: article.title, createdAt }],
    ),
  )
  const signIns = signInDays(activity)
    .filter(({ createdAt }) => createdAt > before(now, SIGN_IN_DAYS * DAY))
    .map((visit): Done => {
      const { by } = visit
      return {
        by,
        act: 'session.begun',
        id: found(userIds, by),
        label: sampleNameOf(by),
        createdAt: signedInAt(visit),
      }
    })
  const many = changes.map(({ changeId, by, action, keywords, createdAt }): Done => {
    const after = { changeId, action, selected: keywords, changes: keywords }
    return { by, act: 'keyword.many-changed', id: changeId, after, createdAt }
  })
  const guessed = told
    .filter(({ kind }) => kind === 'account-guessed')
    .map(
      ({ to, createdAt }): Done => ({
        by: null,
        act: 'session.guessed',
        id: found(userIds, to),
        label: sampleNameOf(to),
        createdAt,
      }),
    )
  return [...ofArticles, ...signIns, ...many, ...guessed]
}

/** The audit trail of the sample's actions, in order. */
export async function insertTrail(tx: Db, past: Past, laid: Pick<Laid, 'now' | 'userIds'>): Promise<void> {
  const rows = deedsOf(past, laid)
    .filter(({ createdAt }) => createdAt < laid.now)
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map(({ by, act, id, label = null, after = null, createdAt }) => ({
      createdAt,
      actorKind: by === null ? 'job' : 'person',
      actorId: by === null ? null : found(laid.userIds, by),
      actorName: by === null ? 'auth.warn-owner' : sampleNameOf(by),
      roleId: by === null ? null : personOf(by).roleId,
      address: by === null ? null : OFFICE,
      act,
      noun: ACTS[act].on,
      nounId: act === 'keyword.many-changed' ? null : String(id),
      label,
      after,
    }))
  for (const part of slices(rows)) await tx.insert(auditEntries).values(part)
}

/**
 * Sessions of users whose last visit is within a session's lifetime. Their token hashes belong to no token.
 */
export async function insertSessions(
  tx: Db,
  activity: readonly SampleVisit[],
  { now, userIds }: Pick<Laid, 'now' | 'userIds'>,
): Promise<void> {
  const rows = SAMPLE_PEOPLE.filter(({ active }) => active).flatMap(({ key }) => {
    const own = activity.filter(({ by }) => by === key)
    const first = signInDays(own).at(-1)
    if (first === undefined) return []
    const createdAt = signedInAt(first)
    const expiresAt = new Date(createdAt.getTime() + SESSION_HOURS * HOUR)
    if (expiresAt <= now) return []
    const of = { userId: found(userIds, key), tokenHash: `sample of ${key}` }
    return [{ ...of, createdAt, expiresAt, lastSeenAt: own.at(-1)?.lastAt, address: OFFICE, agent: AGENT }]
  })
  if (rows.length > 0) await tx.insert(sessions).values(rows)
}
