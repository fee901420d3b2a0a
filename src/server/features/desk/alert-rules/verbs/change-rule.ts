import {
  alertRuleEndpoints,
  type RuleBody,
  type RuleChange,
} from '#shared/features/desk/alert-rules/contract.ts'
import { mayChangeRule, whyNoRoom } from '#shared/features/desk/alert-rules/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, forbidden, notFound, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AlertDeps } from '../deps.ts'
import { countNamed, isNamed } from '../fact-queries.ts'
import { testRule } from '../history-reader.ts'
import { listListeners } from '../queries.ts'
import * as store from '../store.ts'

const valuesOf = (body: RuleBody): store.RuleValues => ({
  name: body.name,
  kind: body.kind,
  against: body.against,
  threshold: body.threshold,
  least: body.least,
  siteId: body.site_id,
  coolDownDays: body.cool_down_days,
  isOn: body.is_on,
  roles: body.roles,
})

const refused = (path: string, message: string) => new RequestInvalid('body', [{ path, message }])

/**
 * Checks that the site exists and that the recipients may see what the rule reports. Returns the recipients
 * without earlier ones who no longer may.
 */
async function check(
  { sites }: AlertDeps,
  tx: Db,
  {
    siteId,
    people,
    told = [],
  }: { siteId: number | null; people: readonly number[]; told?: readonly number[] },
): Promise<number[]> {
  if (siteId !== null && !(await sites.findSite(tx, siteId)))
    throw refused('site_id', 'There is no such site.')
  const may = new Set((await listListeners(tx)).map(({ id }) => id))
  if (people.some((id) => !may.has(id) && !told.includes(id)))
    throw refused('people', 'One of them is locked or can’t see keywords.')
  return people.filter((id) => may.has(id))
}

/** The counts in the list until the next night. */
async function countsOf({ clock, timeZone }: AlertDeps, tx: Db, values: store.RuleValues) {
  const today = dayAt(clock(), timeZone)
  const { told } = await testRule(tx, values, today)
  const namedNow = await countNamed(tx, values, today)
  return { namedNow, told90: told }
}

/** Throws if there is no room for another rule of this owner. */
async function requireRoom(tx: Db, ownerId: number): Promise<void> {
  const why = whyNoRoom(await store.countRules(tx, ownerId))
  if (why !== null) throw new AppError('conflict', why)
}

/** The rule, if the caller owns it or is an administrator. */
async function requireOwn(tx: Db, actor: Caller, id: number): Promise<store.RuleRow> {
  const rule = await store.lockRule(tx, id)
  if (!rule || rule.deletedAt !== null) throw notFound('Rule')
  if (!mayChangeRule(actor, rule.ownerId)) throw forbidden('Only the owner can change this rule.')
  return rule
}

async function insertRule(deps: AlertDeps, tx: Db, actor: Caller, body: RuleBody): Promise<number> {
  const people = await check(deps, tx, { siteId: body.site_id, people: body.people })
  const values = valuesOf(body)
  const counts = await countsOf(deps, tx, values)
  await requireRoom(tx, actor.id)
  const id = await store.insertRule(tx, {
    ...values,
    ...counts,
    ownerId: actor.id,
    changedAt: deps.clock(),
  })
  await store.replacePeople(tx, id, people)
  await audit(tx, actor, 'alert.created', { id, label: body.name, after: { ...values, people } })
  return id
}

/** Creates a rule. Repeating the same call creates it only once. */
export async function createRule(
  deps: AlertDeps,
  actor: Caller,
  body: RuleBody,
  once: Once,
): Promise<number> {
  requires(actor, alertRuleEndpoints.create.access)
  return transaction(deps.db, (tx) => once(tx, () => insertRule(deps, tx, actor, body)))
}

export async function updateRule(
  deps: AlertDeps,
  actor: Caller,
  { id, body, current }: { id: number; body: RuleChange; current: (tx: Db) => Promise<unknown> },
) {
  requires(actor, alertRuleEndpoints.update.access)
  await transaction(deps.db, async (tx) => {
    const before = await requireOwn(tx, actor, id)
    await refuseOldVersion({
      sent: body.version,
      stored: before.version,
      message: 'Another user has changed this rule.',
      current: () => current(tx),
    })
    const told = await store.listPeople(tx, id)
    const people = await check(deps, tx, { siteId: body.site_id, people: body.people, told })
    const values = valuesOf(body)
    await store.updateRule(tx, id, { ...values, changedAt: deps.clock(), version: before.version + 1 })
    await store.replacePeople(tx, id, people)
    if (before.kind !== values.kind) await store.forgetSubjects(tx, id)
    await store.updateRule(tx, id, await countsOf(deps, tx, values))
    await audit(tx, actor, 'alert.changed', {
      id,
      label: body.name,
      before: { ...before, people: told },
      after: { ...values, people },
    })
  })
}

export async function removeRule({ db, clock }: AlertDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, alertRuleEndpoints.remove.access)
  await transaction(db, async (tx) => {
    const { name } = await requireOwn(tx, actor, id)
    await store.updateRule(tx, id, { deletedAt: clock() })
    await audit(tx, actor, 'alert.deleted', { id, label: name })
  })
}

export async function restoreRule({ db }: AlertDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, alertRuleEndpoints.restore.access)
  await transaction(db, async (tx) => {
    const rule = await store.lockRule(tx, id)
    if (!rule || !mayChangeRule(actor, rule.ownerId)) throw notFound('Rule')
    // Already undone in another tab, or by an earlier copy of the same call.
    if (rule.deletedAt === null) return
    await requireRoom(tx, rule.ownerId)
    await store.updateRule(tx, id, { deletedAt: null })
    await audit(tx, actor, 'alert.restored', { id, label: rule.name })
  })
}

async function requireThere(tx: Db, id: number): Promise<store.RuleRow> {
  const rule = await store.lockRule(tx, id)
  if (!rule || rule.deletedAt !== null) throw notFound('Rule')
  return rule
}

export async function followRule({ db }: AlertDeps, actor: Caller, id: number, isFollowed: boolean) {
  requires(actor, alertRuleEndpoints.follow.access)
  await transaction(db, async (tx) => {
    const { name, version } = await requireThere(tx, id)
    if (!(await store.follow(tx, id, actor.id, isFollowed))) return
    // A new version, so that a concurrent editor learns about the changed recipients.
    await store.updateRule(tx, id, { version: version + 1 })
    await audit(tx, actor, isFollowed ? 'alert.followed' : 'alert.unfollowed', { id, label: name })
  })
}

/** Whether a rule has the subject among its matches today or its past firings. */
async function hasNamed(
  tx: Db,
  rule: store.RuleRow,
  { subjectId, today }: { subjectId: number; today: string },
): Promise<boolean> {
  if ((await store.lastTold(tx, rule.id, [subjectId])).size > 0) return true
  return isNamed(tx, rule, { subjectId, today })
}

export async function answerRule(
  { db, clock, timeZone }: AlertDeps,
  actor: Caller,
  { ruleId, subjectId, isRight }: { ruleId: number; subjectId: number; isRight: boolean | null },
) {
  requires(actor, alertRuleEndpoints.answer.access)
  await transaction(db, async (tx) => {
    const rule = await requireThere(tx, ruleId)
    const { name } = rule
    if (isRight !== null && !(await hasNamed(tx, rule, { subjectId, today: dayAt(clock(), timeZone) })))
      throw refused('subject_id', 'This isn’t a match of the rule.')
    const answer = isRight === null ? null : { isRight, createdAt: clock() }
    await store.putAnswer(tx, { ruleId, subjectId, userId: actor.id }, answer)
    await audit(tx, actor, 'alert.judged', { id: ruleId, label: name, after: { subjectId, isRight } })
  })
}
