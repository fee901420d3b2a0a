import { type MailScope, WAY_LABELS } from '#shared/features/ground/notices/form.ts'
import { CHOSEN_GROUPS, type ChosenGroup } from '#shared/features/ground/notices/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import type { Origin } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { MailLinks } from '../../../../security/mail-links.ts'
import { lockPreferences, saveChoice } from '../choices-store.ts'
import { findReader } from '../digest-queries.ts'
import { readWays, type Ways, type WaysDeps } from '../ways-reader.ts'

export interface UnsubscribeDeps extends Pick<WaysDeps, 'flags'> {
  db: Db
  clock: () => Date
  links: MailLinks
}

/** The same for forged tokens, other servers' tokens, and accounts that are locked, gone or have another address. */
const invalidLink = () =>
  new AppError('notFound', 'This link doesn’t work. Sign in and choose in My Profile, Notifications.')

/** Groups of which the user gets such mails. */
function mailedGroups(scope: MailScope, ways: Ways): ChosenGroup[] {
  if (scope === 'digest') return CHOSEN_GROUPS.filter((group) => ways.of(group) === 'digest')
  return ['mail', 'digest'].includes(ways.of(scope)) ? [scope] : []
}

/** Whether this server can send mail now does not matter for what a user wants. */
const readAllWays = (db: Db, { flags }: UnsubscribeDeps, userId: number) =>
  readWays(db, { flags, sendsMail: true }, userId)

async function findLink({ db, links }: UnsubscribeDeps, token: string) {
  const link = links.read(token)
  const reader = link && (await findReader(db, link.userId))
  if (!link || !reader || !links.verify(token, link, reader.username)) throw invalidLink()
  return { scope: link.scope, reader }
}

/** What a link switches off, and whether that is on. */
export async function readMailLink(
  deps: UnsubscribeDeps,
  token: string,
): Promise<{ scope: MailScope; isOn: boolean }> {
  const { scope, reader } = await findLink(deps, token)
  const ways = await readAllWays(deps.db, deps, reader.id)
  return { scope, isOn: mailedGroups(scope, ways).length > 0 }
}

/** Switches the mails off that a link names. The bell goes on ringing. Repeats change nothing. */
export async function unsubscribe(deps: UnsubscribeDeps, origin: Origin, token: string): Promise<void> {
  const { scope, reader } = await findLink(deps, token)
  await transaction(deps.db, async (tx) => {
    await lockPreferences(tx, reader.id)
    const ways = await readAllWays(tx, deps, reader.id)
    const groups = mailedGroups(scope, ways)
    if (groups.length === 0) return
    const before = Object.fromEntries(groups.map((group) => [group, WAY_LABELS[ways.of(group)]]))
    const after = Object.fromEntries(groups.map((group) => [group, WAY_LABELS.bell]))
    for (const group of groups)
      await saveChoice(tx, { userId: reader.id, group, way: 'bell', now: deps.clock() })
    const visitor = { kind: 'visitor', name: reader.username, origin } as const
    await audit(tx, visitor, 'notification.unsubscribed', {
      ...{ id: reader.id, label: fullNameOf(reader) },
      ...{ before, after },
    })
  })
}
