import { alertDays, dayNumber, findingWords, KINDS } from '#shared/features/alert-rules/rules.ts'
import type { AlertAbout } from '#shared/features/notices/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { allowBulk } from '../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { audit } from '../../../security/audit.ts'
import { listNamed, type NamedFact, nameSubjects, type SubjectName } from '../fact-queries.ts'
import { countFacts } from '../facts-store.ts'
import { testRule } from '../history-reader.ts'
import type { AlertParts } from '../parts.ts'
import { listTold } from '../queries.ts'
import * as store from '../store.ts'

export const EVALUATE = 'alert-rules.evaluate'

/** So many things one night tells a person one by one; of more, the last notice says how many there are besides. */
export const MOST_NOTICES = 5

interface Alert {
  rule: store.RuleRow
  fact: NamedFact
  name: SubjectName
}

/** What a rule has to tell today; counted and written down, so that it is not told twice. */
async function alertsOf(
  tx: Db,
  rule: store.RuleRow,
  { today, isHeard }: { today: string; isHeard: boolean },
) {
  const named = await listNamed(tx, rule, today)
  const { told } = await testRule(tx, rule, today)
  await store.updateRule(tx, rule.id, { namedNow: named.length, told90: told, evaluatedOn: today })
  if (!isHeard) return []
  const ids = named.map(({ id }) => id)
  const before = await store.lastTold(tx, rule.id, ids)
  const day = dayNumber(today)
  const due = named.filter((fact) => {
    const last = before.get(fact.id)
    return (
      alertDays([fact], rule, { from: day, to: day }, last === undefined ? null : dayNumber(last)).length > 0
    )
  })
  const dueIds = due.map(({ id }) => id)
  await store.insertTellings(tx, rule.id, { day: today, subjects: dueIds })
  const names = await nameSubjects(tx, rule.kind, dueIds)
  return due.flatMap((fact): Alert[] => {
    const name = names.get(fact.id)
    return name ? [{ rule, fact, name }] : []
  })
}

const keyOf = ({ rule, name }: Alert) => `${KINDS[rule.kind].noun} ${name.id}`
const lineOf = ({ rule, fact }: Alert) => `${rule.name}: ${findingWords(rule.kind, fact)}.`

function aboutOf(alerts: readonly [Alert, ...Alert[]]): AlertAbout {
  const [{ rule, name }] = alerts
  return {
    noun: KINDS[rule.kind].noun,
    key: name.post ?? String(name.id),
    title: name.title,
    isStock: alerts.some((alert) => alert.rule.kind === 'earnings-at-risk'),
  }
}

/** The rule that named most of these. */
function mostOf(alerts: readonly Alert[]): number | undefined {
  const byRule = [...Map.groupBy(alerts, ({ rule }) => rule.id)]
  return byRule.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** One notice for each subject, whichever rules name it; what is too much becomes one that leads to the rules. */
function noticesOf(alerts: readonly Alert[]): { about: AlertAbout; words: string }[] {
  const groups = [...Map.groupBy(alerts, keyOf).values()]
  const all = groups.flatMap((ofSubject) => {
    const [first, ...others] = ofSubject
    return first ? [{ about: aboutOf([first, ...others]), words: ofSubject.map(lineOf).join('\n') }] : []
  })
  if (all.length <= MOST_NOTICES) return all
  const shown = all.slice(0, MOST_NOTICES - 1)
  const rest = all.length - shown.length
  const names = [...new Set(alerts.map(({ rule }) => rule.name))].join(', ')
  const most = mostOf(groups.slice(shown.length).flat())
  const about: AlertAbout = {
    noun: 'rules',
    key: String(most ?? ''),
    title: `${rest} more, all in Alert rules`,
  }
  return [...shown, { about, words: names }]
}

const timeAt = (moment: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)

/** Counts what is so, once a day. No rule is held meanwhile, so that people save theirs however long it takes. */
const countOnce = ({ db, timeZone }: AlertParts, { now, today }: { now: Date; today: string }) =>
  transaction(db, async (tx) => {
    if (await store.isCounted(tx, { today, timeZone })) return
    await allowBulk(tx)
    await countFacts(tx, { today, timeZone }, now)
    await store.forgetOldTellings(tx, today)
  })

/**
 * Counts what is so anew, and tells everybody whom a rule has something to tell today: all of it or nothing, and only
 * once a day.
 */
export async function evaluateRules(parts: AlertParts): Promise<void> {
  const { db, clock, timeZone, alerts: settings, notices } = parts
  const now = clock()
  const today = dayAt(now, timeZone)
  if (timeAt(now, timeZone) < settings.dailyAt) return
  await countOnce(parts, { now, today })
  await transaction(db, async (tx) => {
    const rules = await store.lockDue(tx, today)
    if (rules.length === 0) return
    await allowBulk(tx)
    const told = await listTold(
      tx,
      rules.map(({ id }) => id),
    )
    const heard = new Set(told.map(({ rule }) => rule))
    const alerts: Alert[] = []
    for (const rule of rules)
      alerts.push(...(await alertsOf(tx, rule, { today, isHeard: heard.has(rule.id) })))
    const byRule = Map.groupBy(alerts, ({ rule }) => rule.id)
    for (const [userId, ofUser] of Map.groupBy(told, ({ user }) => user)) {
      const own = ofUser.flatMap(({ rule }) => byRule.get(rule) ?? [])
      for (const notice of noticesOf(own))
        await notices.notify(tx, { userId, kind: 'alert', actorId: null, ...notice })
    }
    if (alerts.length > 0)
      await audit(tx, { kind: 'job', name: EVALUATE }, 'alert.told', {
        label: today,
        after: { rules: byRule.size, subjects: alerts.length },
      })
  })
}
