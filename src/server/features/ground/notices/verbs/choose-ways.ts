import { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import {
  type DigestPreferences,
  NO_MAIL,
  type NoticeWay,
  WAY_LABELS,
} from '#shared/features/ground/notices/form.ts'
import { type ChosenGroup, GROUP_LABELS } from '#shared/features/ground/notices/rules.ts'
import { localTimeAt } from '#shared/format/local-time.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import {
  lockPreferences,
  removeChoices,
  type StoredPreferences,
  saveChoice,
  savePreferences,
} from '../choices-store.ts'
import { readWays, type WaysDeps } from '../ways-reader.ts'

export interface ChooseDeps extends WaysDeps {
  db: Db
  clock: () => Date
  timeZone: string
}

const subjectOf = (actor: PersonActor) => ({ id: actor.id, label: fullNameOf(actor) })

/** The day of the last digest, or today if the hour has passed, so that the next digest is tomorrow's. */
function lastDayFrom(
  { hour, lastDay }: StoredPreferences,
  { clock, timeZone }: Pick<ChooseDeps, 'clock' | 'timeZone'>,
) {
  const now = localTimeAt(clock(), timeZone)
  return now.hour >= hour ? now.day : lastDay
}

/** Chooses how a user hears of a group of notices. */
export async function chooseWay(
  deps: ChooseDeps,
  actor: PersonActor,
  { group, way }: { group: ChosenGroup; way: NoticeWay },
): Promise<void> {
  requires(actor, noticeEndpoints.choose.access)
  if (!deps.sendsMail && (way === 'mail' || way === 'digest')) throw new AppError('conflict', NO_MAIL)
  await transaction(deps.db, async (tx) => {
    const preferences = await lockPreferences(tx, actor.id)
    const ways = await readWays(tx, deps, actor.id)
    const { choices } = ways
    if (choices.get(group) === way) return
    if (way === 'digest' && ![...choices.values()].includes('digest'))
      await savePreferences(tx, actor.id, { ...preferences, lastDay: lastDayFrom(preferences, deps) })
    const before = ways.of(group)
    await saveChoice(tx, { userId: actor.id, group, way, now: deps.clock() })
    await audit(tx, actor, 'notification.chosen', {
      ...subjectOf(actor),
      before: { [group]: WAY_LABELS[before] },
      after: { [group]: WAY_LABELS[way] },
    })
  })
}

/** Follows the workspace's default for all groups again. */
export async function useDefaults(deps: ChooseDeps, actor: PersonActor): Promise<void> {
  requires(actor, noticeEndpoints.useDefaults.access)
  await transaction(deps.db, async (tx) => {
    await lockPreferences(tx, actor.id)
    const { choices } = await readWays(tx, deps, actor.id)
    if (choices.size === 0) return
    await removeChoices(tx, actor.id)
    const before = [...choices].map(([group, way]) => `${GROUP_LABELS[group]}: ${WAY_LABELS[way]}`)
    await audit(tx, actor, 'notification.reset', {
      ...subjectOf(actor),
      before: { choices: before },
      after: { choices: [] },
    })
  })
}

/** Chooses when the digest is sent, and whether other mails wait for the morning. */
export async function saveDigest(
  deps: ChooseDeps,
  actor: PersonActor,
  chosen: DigestPreferences,
): Promise<void> {
  requires(actor, noticeEndpoints.saveDigest.access)
  const days = chosen.days.toSorted((one, other) => one - other)
  await transaction(deps.db, async (tx) => {
    const { lastDay, ...before } = await lockPreferences(tx, actor.id)
    const isSameTime = before.hour === chosen.hour && before.days.join() === days.join()
    if (isSameTime && before.holdsOvernight === chosen.holdsOvernight) return
    const next = { ...chosen, days, lastDay }
    // A time of today that has passed is none at which the user expects a mail.
    await savePreferences(tx, actor.id, isSameTime ? next : { ...next, lastDay: lastDayFrom(next, deps) })
    await audit(tx, actor, 'notification.digest-chosen', {
      ...subjectOf(actor),
      before,
      after: { ...chosen, days },
    })
  })
}
