import type { SignInRulesBody } from '#shared/features/ground/sign-in-rules/contract.ts'
import { signInRulesEndpoints } from '#shared/features/ground/sign-in-rules/contract.ts'
import {
  isRequired,
  type SignInRules,
  trailOf,
  USUAL_RULES,
} from '#shared/features/ground/sign-in-rules/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import { keysOf } from '#shared/format/keys.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, forbidden, RequestInvalid } from '../../../../errors.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { Connections } from '../../assistants/feature.ts'
import type { AuthService } from '../../auth/service.ts'
import type { TokensService } from '../../tokens/service.ts'
import type { Change, PolicyDeps } from '../deps.ts'
import { findPerson } from '../queries.ts'
import { createSignInPolicy } from '../rules-reader.ts'
import * as store from '../store.ts'
import { applyMarks, refuseBreakGlassLockout } from './break-glass.ts'

export const ANNOUNCE = 'sign-in-rules.announce'

export interface SignInRulesDeps extends PolicyDeps {
  db: Db
  enqueue: Enqueue
  sessionHours: number
  sessionIdleMinutes: number
  auth: Pick<AuthService, 'requireStepUp' | 'forgetSessions' | 'markBreakGlass'>
  tokens: Pick<TokensService, 'endPersonal' | 'countPersonal'>
  connections: Connections
}

/** The settings of the server are the most that the rules may allow. */
function refuseAbove({ sessionHours, sessionIdleMinutes }: SignInRulesDeps, after: SentRules): void {
  const limits = { session_hours: sessionHours, session_idle_minutes: sessionIdleMinutes } as const
  const issues = (['session_hours', 'session_idle_minutes'] as const)
    .filter((name) => (after[name] ?? 0) > limits[name])
    .map((path) => ({ path, message: `At most ${limits[path]}.` }))
  if (issues.length > 0) throw new RequestInvalid('body', issues)
}

function refusePast({ before, after }: Change, today: string): void {
  const { second_factor_from: from } = after
  if (from === null || from >= today || from === before.second_factor_from) return
  const issue = { path: 'second_factor_from', message: 'Choose today or a later day.' }
  throw new RequestInvalid('body', [issue])
}

/** Refuses a rule after which the caller could only set up a second factor at their next sign-in. */
async function refuseOwnLockout(
  tx: Db,
  { secondFactor }: SignInRulesDeps,
  { actor, change: { before, after }, today }: { actor: PersonActor; change: Change; today: string },
): Promise<void> {
  const { roleId } = actor
  if (!isRequired(after, roleId, today) || isRequired(before, roleId, today)) return
  if (await secondFactor.isNeeded(tx, actor.id)) return
  throw new AppError(
    'unprocessable',
    'Not saved: this would lock you out. You don’t have a second factor yet. Set one up first, or choose a later day.',
    { details: { unmet: ['own_factor'] } },
  )
}

/** Sessions from before the first day may go on, but not change what they fall short of. */
async function refuseUnready(tx: Db, deps: SignInRulesDeps, actor: PersonActor): Promise<void> {
  const duty = await createSignInPolicy(deps).dutyOf(tx, actor)
  if (duty?.isDue === true)
    throw forbidden(
      'Your workspace requires a second factor. Set one up before you change the sign-in rules.',
    )
}

/** The rules and who saved them. */
export async function readState(db: Db) {
  const stored = await store.findRules(db)
  const changedBy = stored.changedBy === null ? undefined : await findPerson(db, stored.changedBy)
  return { ...stored, changedBy }
}
export type RulesState = Awaited<ReturnType<typeof readState>>

async function refuseChanged(tx: Db, sent: number, stored: number): Promise<void> {
  const current = await readState(tx)
  const name = current.changedBy ? fullNameOf(current.changedBy) : 'Someone'
  const message = `${name} has changed these rules. Nothing was saved.`
  await refuseOldVersion({ sent, stored, message, current: () => current })
}

type SentRules = Omit<SignInRulesBody, 'version' | 'break_glass'>

/** The rules as they are saved: a scope without anybody has no first day, and fields that were not sent stay. */
const completed = (sent: SentRules, stored: SignInRules): SignInRules => ({
  ...sent,
  second_factor_from: sent.second_factor === 'nobody' ? null : sent.second_factor_from,
  assistants: sent.assistants ?? stored.assistants,
  assistant_hosts: sent.assistant_hosts ?? stored.assistant_hosts,
})

const NAMES = keysOf(USUAL_RULES)
const isSame = ({ before, after }: Change) =>
  NAMES.every((name) => String(before[name]) === String(after[name]))

const isTold = ({ before, after }: Change) =>
  after.second_factor !== 'nobody' &&
  (after.second_factor !== before.second_factor || after.second_factor_from !== before.second_factor_from)

/** Ends what the rules allow no longer: tokens of people after a day, assistants at once. */
async function endForbidden(
  tx: Db,
  { tokens, connections }: Pick<SignInRulesDeps, 'tokens' | 'connections'>,
  { actor, change: { before, after } }: { actor: PersonActor; change: Change },
): Promise<void> {
  if (before.people_make_tokens && !after.people_make_tokens) await tokens.endPersonal(tx)
  await connections.endOthers(tx, actor, after.assistants === 'consent' ? after.assistant_hosts : [])
}

export async function saveRules(
  deps: SignInRulesDeps,
  actor: PersonActor,
  { version, break_glass: marked, ...sent }: SignInRulesBody,
): Promise<void> {
  requires(actor, signInRulesEndpoints.save.access)
  const { db, clock, timeZone, enqueue, auth } = deps
  refuseAbove(deps, sent)
  await transaction(db, async (tx) => {
    const now = clock()
    const today = dayAt(now, timeZone)
    const stored = await store.lockRules(tx, now)
    const after = completed(sent, stored.rules)
    await auth.requireStepUp(tx, actor.session)
    await refuseUnready(tx, deps, actor)
    await refuseChanged(tx, version, stored.version)
    const change = { before: stored.rules, after }
    const marks = await applyMarks(tx, actor, { marked, auth })
    if (isSame(change) && !marks.isChanged) return stored.isNew ? store.removeRow(tx) : undefined
    refusePast(change, today)
    await refuseOwnLockout(tx, deps, { actor, change, today })
    await refuseBreakGlassLockout(tx, deps, { actor, change, marks })
    await store.writeRules(tx, after, { version: version + 1, userId: actor.id, now })
    await audit(tx, actor, 'sign-in-rules.changed', {
      label: 'Sign-in rules',
      before: trailOf(stored.rules),
      after: trailOf(after),
    })
    await endForbidden(tx, deps, { actor, change })
    if (isTold(change)) await enqueue(tx, ANNOUNCE, {})
  })
  auth.forgetSessions()
}
