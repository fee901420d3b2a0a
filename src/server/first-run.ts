import { randomBytes } from 'node:crypto'
import type { App } from './app.ts'
import { ADVISORY_LOCKS } from './db/advisory-locks.ts'
import type { Database, Db } from './db/connect.ts'
import { readInstallation } from './db/installation.ts'
import { oneAtATime } from './db/one-at-a-time.ts'
import { passwordLinkMail } from './features/ground/auth/mails.ts'
import { createPasswordLink } from './features/ground/auth/verbs/create-password-link.ts'
import { findSamplePassword } from './features/ground/system/store.ts'
import { countUsers, findFirstAdmin, insertUser, listUninvited } from './features/ground/users/store.ts'
import { fillApart } from './sample/fill-apart.ts'
import { removeInvented, stockSample } from './sample/first-stock.ts'
import type { Settings } from './settings/settings.ts'

export const FIRST_ADMIN = 'admin@copydesk.local'
const FIRST_RUN = { kind: 'job', name: 'first-run' } as const

/** People who share a password that the sign-in card shows must not become a production workspace. */
async function refuseSample(db: Db): Promise<void> {
  if ((await findSamplePassword(db)) === null) return
  throw new Error(
    'This is the sample workspace, which cannot run in production. Set another DATA_DIR or DATABASE_URL.',
  )
}

/**
 * Users of the sample without a password get an invitation in the outbox. A server with real mail delivery
 * sends none.
 */
export async function inviteSamplePeople(
  deps: { db: Db; clock: () => Date },
  { mailer }: Pick<App, 'mailer'>,
  { smtpUrl, publicUrl }: Pick<Settings, 'smtpUrl' | 'publicUrl'>,
): Promise<void> {
  if (smtpUrl !== undefined) return
  for (const userId of await listUninvited(deps.db)) {
    const asked = { userId, purpose: 'confirmation', isLimited: false, actor: FIRST_RUN } as const
    const link = await createPasswordLink(deps, asked)
    if (link) await mailer.send(passwordLinkMail({ ...link, publicUrl, provider: null }))
  }
}

interface WorkspaceDeps {
  database: Pick<Database, 'db' | 'pool' | 'url'>
  app: App
  settings: Settings
  clock?: () => Date
  isEmpty: boolean
  say: (line: string) => void
}

/**
 * Fills a new workspace with the sample, or creates only the first administrator. Of servers that start
 * together, the first does it and the others wait.
 */
export async function prepareWorkspace(deps: WorkspaceDeps): Promise<void> {
  const turn = { lock: ADVISORY_LOCKS.layDown, work: 'prepares the workspace', log: deps.say }
  await oneAtATime(deps.database.pool, turn, () => layDown(deps))
}

/** Only what can be told to another process. */
const settingsOfFill = ({ dataDir, timeZone, vendors: { amazon, s3 } }: Settings) => ({
  dataDir,
  timeZone,
  vendors: { amazon, s3 },
})

async function layDown({
  database: { db, url },
  app,
  settings,
  clock = () => new Date(),
  isEmpty,
  say,
}: WorkspaceDeps) {
  if (settings.isProduction) await refuseSample(db)
  const now = clock()
  // Before the first article, so that every external copy carries the installation's id.
  await readInstallation(db, now)
  if ((await countUsers(db)) > 0) {
    if ((await findSamplePassword(db)) === null) await removeInvented(db, settings)
    else await stockSample(db, settings, now)
    if (isEmpty)
      say(
        'This data folder already has a workspace, which stays as it is: --empty only affects a first start.',
      )
    return
  }
  if (isEmpty || settings.isProduction) {
    await insertUser(db, {
      username: FIRST_ADMIN,
      // Without a last name until a name is typed (`greetedName`).
      firstName: 'Administrator',
      lastName: '',
      roleId: 'adm',
      active: true,
    })
    return
  }
  say('Filling the sample workspace …')
  const password = randomBytes(16).toString('base64url')
  const passwordHash = await app.passwords.hash(password)
  const order = { databaseUrl: url, now, password, passwordHash, settings: settingsOfFill(settings) }
  await fillApart(order, (part) => say(`  ${part} …`))
  await inviteSamplePeople({ db, clock }, app, settings)
}

/** Link for the first administrator to create a password; null once an administrator can sign in. */
export async function firstAdminLink(
  deps: { db: Db; clock: () => Date },
  publicUrl: string,
): Promise<string | null> {
  const admin = await findFirstAdmin(deps.db)
  if (!admin) return null
  const link = await createPasswordLink(deps, {
    userId: admin.id,
    purpose: 'confirmation',
    isLimited: false,
    // Another server may have printed a link that is about to be used.
    keepsOthers: true,
    actor: FIRST_RUN,
  })
  return link ? `${publicUrl}/confirmation/${link.token}` : null
}
