import { statfs } from 'node:fs/promises'
import { isPermitted } from '#shared/access/permissions.ts'
import { ROLES } from '#shared/access/roles.ts'
import type { Health } from '#shared/features/ground/system/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { Mailer, ReadableMail } from '../../../integrations/mailer/port.ts'
import type { PersonActor } from '../../../security/actor.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { Flags } from '../feature-flags/feature.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'
import { listSamplePeople } from './queries.ts'
import { findSamplePassword, pingDatabase } from './store.ts'

export interface SystemDeps {
  db: Db
  mailer: Mailer
  settings: Settings
  flags: Flags
  /** False while the server starts or stops. */
  isReady: () => boolean
  arePasskeysOffered: () => Promise<boolean>
  policy: Pick<SignInPolicy, 'passwordLimit'>
  /** Room on the disk of the data folder, in bytes; tests have less. */
  freeBytes?: () => Promise<number>
}

export interface OutboxReader {
  isLocal: boolean
  visitor: PersonActor | null
}

const MOST_MAILS = 50
/** With less than this, pictures, files and the embedded database fail in the next moment. */
const LEAST_FREE_BYTES = 16 * 1024 * 1024

/** A folder that is not there yet holds nothing back. */
async function freeBytesOf(folder: string): Promise<number> {
  const disk = await statfs(folder).catch(() => null)
  return disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize
}

/** Users of the sample workspace and their password; null in a real workspace. */
async function readSample(db: Db): Promise<Health['sample']> {
  const password = await findSamplePassword(db)
  if (password === null) return null
  const people = await listSamplePeople(db)
  return {
    password,
    people: people.map(({ firstName, lastName, username, roleId }) => ({
      first_name: firstName,
      last_name: lastName,
      username,
      role: { id: roleId, description: ROLES[roleId].description },
    })),
  }
}

async function readProvider({
  db,
  policy,
  settings: { vendors },
}: Pick<SystemDeps, 'db' | 'policy' | 'settings'>): Promise<Pick<Health, 'provider'>> {
  if (!vendors.signInProvider) return {}
  const isLimited = (await policy.passwordLimit(db)) !== null
  const { label } = vendors.signInProvider
  return { provider: { label, ...(isLimited ? { limits_passwords: true as const } : {}) } }
}

export type SystemService = ReturnType<typeof createSystemService>

export function createSystemService({
  db,
  mailer,
  settings,
  flags,
  isReady,
  arePasskeysOffered,
  policy,
  freeBytes = () => freeBytesOf(settings.dataDir),
}: SystemDeps) {
  // The sample workspace is made before the server listens and never after: one look is enough.
  let sample: Promise<Health['sample']> | undefined

  /** The sample's users for one-click sign-in, only for callers on this machine. */
  async function sampleFor(isLocal: boolean): Promise<Health['sample']> {
    if (!isLocal || settings.isProduction) return null
    sample ??= readSample(db).catch((error) => {
      sample = undefined
      throw error
    })
    return sample
  }

  const isSample = async () => (await findSamplePassword(db)) !== null

  /** The same, without users where one-click sign-in is not offered. */
  async function offeredFor(isLocal: boolean): Promise<Health['sample']> {
    const sample = await sampleFor(isLocal)
    return sample && !(await flags.value('SAMPLE_SIGN_IN')) ? { ...sample, people: [] } : sample
  }

  return {
    async health(isLocal: boolean): Promise<Health> {
      const { env, publicUrl, commit, repositoryUrl, helpEmail } = settings
      return {
        env,
        publicHost: publicUrl,
        commit: commit?.slice(0, 7) ?? 'unknown',
        commit_url: commit ? `${repositoryUrl}/commit/${commit}` : null,
        help_email: helpEmail,
        time_zone: settings.timeZone,
        marketplace: settings.vendors.marketplace,
        self_approval: settings.allowSelfApproval,
        notice: (await flags.value('SIGN_IN_NOTICE')) || null,
        tunnels: !settings.isProduction,
        ...((await arePasskeysOffered()) ? { passkeys: true as const } : {}),
        ...(await readProvider({ db, policy, settings })),
        is_sample: await isSample(),
        sample: await offeredFor(isLocal),
      }
    },
    isSample,
    async assertReady(): Promise<void> {
      if (!isReady()) throw new AppError('unavailable', 'Not ready', { retryAfter: 1 })
      await pingDatabase(db)
      if ((await freeBytes()) < LEAST_FREE_BYTES)
        throw new AppError('unavailable', 'The disk is full.', { retryAfter: 30 })
    },
    async readOutbox({ isLocal, visitor }: OutboxReader): Promise<readonly ReadableMail[]> {
      const isSample = (await sampleFor(isLocal)) !== null
      const mayInvite = visitor !== null && isPermitted(visitor.permissions, ['CreateUser'])
      const isShown = isSample || (isLocal && !settings.isProduction && mayInvite)
      const mails = isShown ? await mailer.kept(MOST_MAILS) : null
      if (mails === null) throw new AppError('notFound', 'There’s no outbox here.')
      // A link that resets a password is as good as the password.
      return isSample ? mails : mails.filter(({ text }) => text.includes('/confirmation/'))
    },
  }
}
