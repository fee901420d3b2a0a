import { REMINDER_DAYS, type SignInRules } from '#shared/features/ground/sign-in-rules/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import { audit } from '../../../../security/audit.ts'
import { listUntold } from '../queries.ts'
import { findRules, insertReminders } from '../store.ts'

export const MAIL = 'sign-in-rules.mail'

export type Occasion = 'saved' | 'soon' | 'today'

export interface ReminderDeps {
  db: Db
  clock: () => Date
  timeZone: string
  enqueue: Enqueue
}

/**
 * The reminder that is due today. A server that was off on the first day sends it on the next one. Users with a mail
 * from the day `since` or later need no other.
 */
function occasionOf(day: string, today: string): { occasion: Occasion; since: string } | null {
  if (today >= plusDays(day, -REMINDER_DAYS) && today < day)
    return { occasion: 'soon', since: plusDays(day, -REMINDER_DAYS) }
  if (today === day || today === plusDays(day, 1)) return { occasion: 'today', since: day }
  return null
}

/** Mails everybody who needs a second factor and has none, once each for the same occasion and day. */
async function remind(
  { db, clock, timeZone, enqueue }: ReminderDeps,
  name: string,
  dueOf: (rules: SignInRules, today: string) => { occasion: Occasion; since: string } | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    const now = clock()
    const { rules } = await findRules(tx)
    const { second_factor: scope, second_factor_from: day } = rules
    const due = dueOf(rules, dayAt(now, timeZone))
    if (due === null || day === null) return
    const { occasion } = due
    const untold = await listUntold(tx, { scope, day, ...due, timeZone })
    const told = await insertReminders(tx, untold, { day, occasion, now })
    for (const userId of told) await enqueue(tx, MAIL, { userId, day, occasion })
    if (told.length === 0) return
    const after = { people: told.length, second_factor_from: day }
    await audit(tx, { kind: 'job', name }, 'sign-in-rules.told', { label: 'Sign-in rules', after })
  })
}

/** After the rules were saved. */
export const announceRules = (deps: ReminderDeps) =>
  remind(deps, 'sign-in-rules.announce', () => ({ occasion: 'saved', since: 'infinity' }))

/** Shortly before the day, and on it. */
export const sendReminders = (deps: ReminderDeps) =>
  remind(deps, 'sign-in-rules.remind', ({ second_factor_from: day }, today) =>
    day === null ? null : occasionOf(day, today),
  )
