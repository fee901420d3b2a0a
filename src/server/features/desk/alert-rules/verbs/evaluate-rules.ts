import { alertDays, dayNumber, findingWords, KINDS } from '#shared/features/desk/alert-rules/rules.ts'
import type { AlertAbout } from '#shared/features/ground/notices/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { isDue } from '../../../../jobs/daily.ts'
import { audit } from '../../../../security/audit.ts'
import type { AlertDeps } from '../deps.ts'
import { listNamed, type NamedFact, nameSubjects, type SubjectName } from '../fact-queries.ts'
import { countFacts } from '../facts-store.ts'
import { testRule } from '../history-reader.ts'
import { listTold } from '../queries.ts'
import * as store from '../store.ts'

export const EVALUATE = 'alert-rules.evaluate'

/** Most notices per user and night. If there are more, the last notice gives the number of the rest. */
export const MOST_NOTICES = 5
/** Most names or lines in a notice, and the longest title in characters. */
export const MOST_NAMED = 5
const TITLE_SHOWN = 80
/** Restarts per night when a rule changes during the run. After that the job is retried later. */
const MOST_ROUNDS = 5

interface Alert {
  rule: store.RuleRow
  fact: NamedFact
  name: SubjectName
}

/** A rule as it was read, and its alerts for today. */
interface Evaluated extends store.Evaluation {
  alerts: Alert[]
}

/** Evaluates one rule. Writes nothing and holds no lock. */
const evaluate = (db: Db, rule: store.RuleRow, today: string): Promise<Evaluated> =>
  transaction(db, async (tx) => {
    await allowBulk(tx)
    const named = await listNamed(tx, rule, today)
    const { told } = await testRule(tx, rule, today)
    const ids = named.map(({ id }) => id)
    const before = await store.lastTold(tx, rule.id, ids)
    const day = dayNumber(today)
    const due = named.filter((fact) => {
      const last = before.get(fact.id)
      const lastDay = last === undefined ? null : dayNumber(last)
      return alertDays([fact], rule, { from: day, to: day }, lastDay).length > 0
    })
    const subjects = due.map(({ id }) => id)
    const names = await nameSubjects(tx, rule.kind, subjects)
    const alerts = due.flatMap((fact): Alert[] => {
      const name = names.get(fact.id)
      return name ? [{ rule, fact, name }] : []
    })
    const { id, version } = rule
    return { id, version, namedNow: named.length, told90: told, subjects, alerts }
  })

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

/** The rule with the most of these alerts. */
function mostOf(alerts: readonly Alert[]): number | undefined {
  const byRule = [...Map.groupBy(alerts, ({ rule }) => rule.id)]
  return byRule.sort(([, one], [, other]) => other.length - one.length)[0]?.[0]
}

/** The first few entries, and the number of the rest. */
function fewOf(all: readonly string[], separator: string): string {
  const shown = all.slice(0, MOST_NAMED)
  const rest = all.length - shown.length
  if (rest === 0) return shown.join(separator)
  return `${shown.join(separator)}${separator === '\n' ? '\n' : ' '}and ${rest} more`
}

const shortOf = (title: string) =>
  title.length > TITLE_SHOWN ? `${title.slice(0, TITLE_SHOWN - 1).trimEnd()}…` : title

/** One notice per subject, whichever rules match it. Too many become one notice that links to the rules. */
function noticesOf(alerts: readonly Alert[]): { about: AlertAbout; words: string }[] {
  const bySubject = [...Map.groupBy(alerts, keyOf).values()]
  const isTooMuch = bySubject.length > MOST_NOTICES
  const shown = isTooMuch ? bySubject.slice(0, MOST_NOTICES - 1) : bySubject
  const notices = shown.flatMap((ofSubject) => {
    const [first, ...others] = ofSubject
    return first ? [{ about: aboutOf([first, ...others]), words: fewOf(ofSubject.map(lineOf), '\n') }] : []
  })
  if (!isTooMuch) return notices
  const rest = bySubject.slice(shown.length)
  const titles = rest.flatMap(([first]) => (first ? [shortOf(first.name.title)] : []))
  const most = mostOf(rest.flat())
  const title = `${rest.length} more, all in Alert rules`
  const about: AlertAbout = { noun: 'rules', key: String(most ?? ''), title }
  return [...notices, { about, words: fewOf(titles, ', ') }]
}

/** Takes the daily counts. No rule is locked meanwhile, so users can save rules however long it takes. */
const countOnce = ({ db, timeZone }: AlertDeps, { now, today }: { now: Date; today: string }) =>
  transaction(db, async (tx) => {
    if (await store.isCounted(tx, { today, timeZone })) return
    await allowBulk(tx)
    await countFacts(tx, { today, timeZone }, now)
  })

/** A rule was changed, or evaluated by another server, after it was read. */
class RuleChanged extends Error {}

/**
 * Sends all notices and records that they were sent, all or nothing. The rules are locked only at the end, so
 * that a user who saves one waits only for that part.
 */
async function tellAll({ db, notices }: AlertDeps, today: string, evaluated: readonly Evaluated[]) {
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    const ids = evaluated.map(({ id }) => id)
    const told = await listTold(tx, ids)
    const heard = new Set(told.map(({ rule }) => rule))
    // A firing without listeners is not marked as sent: a user who follows the rule from tomorrow on still
    // gets it.
    const all = evaluated.map((each) => (heard.has(each.id) ? each : { ...each, subjects: [], alerts: [] }))
    const byRule = new Map(
      all.flatMap(({ id, alerts }) => (alerts.length > 0 ? [[id, alerts] as const] : [])),
    )
    for (const [userId, ofUser] of Map.groupBy(told, ({ user }) => user)) {
      const own = ofUser.flatMap(({ rule }) => byRule.get(rule) ?? [])
      for (const notice of noticesOf(own))
        await notices.notify(tx, { userId, kind: 'alert', actorId: null, ...notice })
    }
    if (byRule.size > 0)
      await audit(tx, { kind: 'job', name: EVALUATE }, 'alert.told', {
        label: today,
        after: { rules: byRule.size, subjects: [...byRule.values()].flat().length },
      })
    if (!(await store.markEvaluated(tx, today, all))) throw new RuleChanged('A rule was changed meanwhile.')
  })
}

/**
 * Recounts and sends today's alerts, all or nothing and only once a day. Rules are evaluated one by one; a
 * rule that is changed meanwhile is evaluated again.
 */
export async function evaluateRules(deps: AlertDeps): Promise<void> {
  const { db, clock, timeZone, alerts } = deps
  const now = clock()
  const today = dayAt(now, timeZone)
  if (!isDue(now, { ...alerts, timeZone })) return
  await countOnce(deps, { now, today })
  const known = new Map<number, Evaluated>()
  for (let round = 1; ; round += 1) {
    const rules = await store.listDue(db, today)
    if (rules.length === 0) return
    const evaluated: Evaluated[] = []
    for (const rule of rules) {
      const before = known.get(rule.id)
      const each = before?.version === rule.version ? before : await evaluate(db, rule, today)
      known.set(rule.id, each)
      evaluated.push(each)
    }
    try {
      return await tellAll(deps, today, evaluated)
    } catch (error) {
      if (!(error instanceof RuleChanged) || round === MOST_ROUNDS) throw error
    }
  }
}
