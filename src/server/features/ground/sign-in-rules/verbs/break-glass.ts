import { PROVEN_DAYS } from '#shared/features/ground/sign-in-rules/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, RequestInvalid } from '../../../../errors.ts'
import type { PersonActor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AuthService } from '../../auth/service.ts'
import type { Change, PolicyDeps } from '../deps.ts'
import { type AdminRow, isProviderSession, lockAdmins } from '../queries.ts'

/** All administrators, after their marks were saved. */
interface Marks {
  admins: AdminRow[]
  isChanged: boolean
}

/** Marks the listed administrators, and no others. */
export async function applyMarks(
  tx: Db,
  actor: PersonActor,
  { marked, auth }: { marked: readonly number[] | undefined; auth: Pick<AuthService, 'markBreakGlass'> },
): Promise<Marks> {
  const admins = await lockAdmins(tx)
  if (marked === undefined) return { admins, isChanged: false }
  if (marked.some((id) => !admins.some((admin) => admin.id === id))) {
    const message = 'Only active administrators can be break-glass accounts.'
    throw new RequestInvalid('body', [{ path: 'break_glass', message }])
  }
  const changed = admins.filter(({ id, breakGlass }) => marked.includes(id) !== breakGlass)
  for (const isMarked of [true, false]) {
    const ids = changed.filter(({ breakGlass }) => breakGlass !== isMarked).map(({ id }) => id)
    await auth.markBreakGlass(tx, ids, isMarked)
  }
  for (const admin of changed)
    await audit(tx, actor, 'user.break-glass-changed', {
      id: admin.id,
      label: fullNameOf(admin),
      before: { breakGlass: admin.breakGlass },
      after: { breakGlass: !admin.breakGlass },
    })
  return {
    admins: admins.map((admin) => ({ ...admin, breakGlass: marked.includes(admin.id) })),
    isChanged: changed.length > 0,
  }
}

type Unmet = 'provider' | 'provider_session' | 'break_glass'

const UNMET: Readonly<Record<Unmet, string>> = {
  provider: 'No sign-in provider is set up.',
  provider_session: 'You didn’t sign in through the provider in this session.',
  break_glass: `No other administrator is a break-glass account that signed in with password and second factor in the last ${PROVEN_DAYS} days.`,
}

const refuse = (unmet: Unmet[], words: readonly string[]) =>
  new AppError('unprocessable', `Not saved: this would lock you out. ${words.join(' ')}`, {
    details: { unmet },
  })

/** Refuses to limit passwords before the provider and another administrator’s password are known to work. */
export async function refuseBreakGlassLockout(
  tx: Db,
  { clock, signInProvider }: PolicyDeps,
  { actor, change: { before, after }, marks }: { actor: PersonActor; change: Change; marks: Marks },
): Promise<void> {
  if (after.passwords !== 'break_glass') return
  const usable = marks.admins.filter(({ breakGlass, passwordHash }) => breakGlass && passwordHash !== null)
  if (before.passwords === 'break_glass') {
    // Without a provider the rule has no effect, until there is one again.
    if (usable.length > 0 || (signInProvider === null && !marks.isChanged)) return
    throw refuse(['break_glass'], ['At least one administrator must stay a break-glass account.'])
  }
  const since = new Date(clock().getTime() - PROVEN_DAYS * DAY_MS)
  const isProven = usable.some(
    ({ id, lastFullSignInAt: at }) => id !== actor.id && at !== null && at >= since,
  )
  const unmet: Unmet[] = []
  if (signInProvider === null) unmet.push('provider')
  else if (!(await isProviderSession(tx, actor.session))) unmet.push('provider_session')
  if (!isProven) unmet.push('break_glass')
  if (unmet.length > 0)
    throw refuse(
      unmet,
      unmet.map((each) => UNMET[each]),
    )
}
