import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { alertAnswers, alertFirings, alertPeople, alertRules } from '#server/db/schema/alert-rules.ts'
import { listNamed, listSpans } from '#server/features/desk/alert-rules/fact-queries.ts'
import { countFacts } from '#server/features/desk/alert-rules/facts-store.ts'
import { testRule } from '#server/features/desk/alert-rules/history-reader.ts'
import { ROLE_IDS } from '#shared/access/roles.ts'
import {
  ALERT_KINDS,
  alertDays,
  dayNumber,
  dayOfNumber,
  TOLD_DAYS,
} from '#shared/features/desk/alert-rules/rules.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { amount, listed, words } from './cells.ts'
import type { Laid } from './fill-parts.ts'
import { before, DAY } from './moments.ts'
import { PersonNamed } from './people.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

const Alert = z.strictObject({
  name: words,
  by: PersonNamed,
  kind: z.enum(ALERT_KINDS),
  threshold: amount,
  /** Minimum monthly earnings of a post, in US dollars. */
  least: amount,
  /** Days. */
  'cool down': amount,
  /** Recipients besides the rule's owner. */
  roles: listed.pipe(z.array(z.enum(ROLE_IDS))),
  /** Number of firings that were judged right, and noise. */
  right: amount,
  noise: amount,
})

const ALERTS = await readTable('alerts.csv', Alert)

const WRITTEN_DAYS = 120

interface Told {
  subjectId: number
  day: number
}

/** Firings of a rule in the past 90 days, newest first. Excludes today, which has not been evaluated yet. */
async function toldBy(tx: Db, rule: typeof alertRules.$inferSelect, today: string): Promise<Told[]> {
  const from = plusDays(today, 1 - TOLD_DAYS)
  const spans = await listSpans(tx, rule, { threshold: rule.threshold, from })
  const window = { from: dayNumber(from), to: dayNumber(today) - 1 }
  return [...spans]
    .flatMap(([subjectId, ofSubject]) =>
      alertDays(ofSubject, rule, window).map((day) => ({ subjectId, day })),
    )
    .sort((one, other) => other.day - one.day || one.subjectId - other.subjectId)
}

/** Users' answers, each about another subject. */
function answersTo(told: readonly Told[], { right, noise }: z.infer<typeof Alert>) {
  const subjects = [...new Set(told.map(({ subjectId }) => subjectId))]
  // The latest firings are not judged yet.
  return subjects.slice(2, 2 + right + noise).map((subjectId, index) => ({
    subjectId,
    isRight: index % Math.ceil((right + noise) / Math.max(1, noise)) !== 1,
  }))
}

/** Two rules with their firings, computed from the same facts as every night. */
export async function insertAlertRules(
  tx: Db,
  { now, userIds }: Pick<Laid, 'now' | 'userIds'>,
  { timeZone = 'UTC' }: { timeZone?: string },
): Promise<void> {
  const today = dayAt(now, timeZone)
  await countFacts(tx, { today, timeZone }, now)
  for (const alert of ALERTS) {
    const ownerId = found(userIds, alert.by)
    const asked = {
      kind: alert.kind,
      against: 'before' as const,
      threshold: alert.threshold,
      least: alert.least,
      siteId: null,
      coolDownDays: alert['cool down'],
    }
    const { told: told90 } = await testRule(tx, asked, today)
    const namedNow = (await listNamed(tx, asked, today)).length
    const changedAt = before(now, WRITTEN_DAYS * DAY)
    const values = { ...asked, name: alert.name, ownerId, isOn: true, roles: alert.roles, changedAt }
    const [rule] = await tx
      .insert(alertRules)
      .values({ ...values, namedNow, told90, evaluatedOn: plusDays(today, -1) })
      .returning()
    if (!rule) throw new Error('The database did not return the new rule.')
    await tx.insert(alertPeople).values({ ruleId: rule.id, userId: ownerId })
    const told = await toldBy(tx, rule, today)
    if (told.length > 0)
      await tx
        .insert(alertFirings)
        .values(told.map(({ subjectId, day }) => ({ ruleId: rule.id, subjectId, day: dayOfNumber(day) })))
    const answers = answersTo(told, alert).map((each) => ({
      ...each,
      ruleId: rule.id,
      userId: ownerId,
      createdAt: before(now, DAY),
    }))
    if (answers.length > 0) await tx.insert(alertAnswers).values(answers)
  }
}
