// npm run admin -- list | link EMAIL | allow-passwords: a way back for administrators who cannot sign in. npm run admin -- reset-factors
// EMAIL: the same for a user who lost their second factor. npm run admin -- reseal: the step after a change of SECRET_KEY.
import { findAccount, markBreakGlass, revokeSessionsOf } from '#server/features/ground/auth/store.ts'
import { isBreakGlass } from '#server/features/ground/auth/verbs/break-glass.ts'
import { createPasswordLink } from '#server/features/ground/auth/verbs/create-password-link.ts'
import { resealSeeds } from '#server/features/ground/factors/store.ts'
import { resetFactors } from '#server/features/ground/factors/verbs/reset-factors.ts'
import { isKindOff } from '#server/features/ground/notices/choices-store.ts'
import { insertNotice } from '#server/features/ground/notices/store.ts'
import { disconnectUser } from '#server/features/ground/provider/verbs/disconnect-user.ts'
import { findRules } from '#server/features/ground/sign-in-rules/store.ts'
import { allowPasswords, markForLink } from '#server/features/ground/sign-in-rules/verbs/operator.ts'
import { findPublicUrl } from '#server/features/ground/system/store.ts'
import { listAdmins } from '#server/features/ground/users/queries.ts'
import { resealHooks } from '#server/features/operate/event-hooks/store.ts'
import { resealSecrets } from '#server/features/operate/webhooks/store.ts'
import { createSecretBox, readSecretKeys } from '#server/security/secret-box.ts'
import { readSettings } from '#server/settings/settings.ts'
import { countedIn } from '#shared/format/count.ts'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'

const OPERATOR = { kind: 'operator', name: 'npm run admin' } as const

const usage = `npm run admin -- list
npm run admin -- link EMAIL
npm run admin -- allow-passwords
npm run admin -- reset-factors EMAIL
npm run admin -- reseal`

async function list({ database }: CommandContext) {
  for (const { username, firstName, lastName, active, passwordHash } of await listAdmins(database.db)) {
    const notes = [...(active ? [] : ['locked']), ...(passwordHash === null ? ['no password yet'] : [])]
    console.log(`${username}  ${firstName} ${lastName}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`)
  }
}

/** Where people reach the server: by the settings of this command or, without them, as the server said itself. */
async function findAddress(db: CommandContext['database']['db']) {
  const { publicUrl } = readSettings(process.env)
  const isGiven = [process.env.PUBLIC_URL, process.env.PUBLIC_URL_FILE].some((value) => value?.trim())
  const known = isGiven ? publicUrl : await findPublicUrl(db)
  return { address: known ?? publicUrl, isGuessed: known === null }
}

async function link({ database: { db } }: CommandContext, email: string) {
  const admins = await listAdmins(db)
  const admin = admins.find(({ username }) => username === email.trim().toLowerCase())
  if (!admin) throw new CommandError(`${email} is not an administrator. To list them: npm run admin -- list`)
  const made = await createPasswordLink(
    { db, clock: () => new Date() },
    { userId: admin.id, purpose: 'reset', isLimited: false, actor: OPERATOR },
  )
  if (!made) throw new CommandError(`${email} is locked. Another administrator unlocks it under Users.`)
  const isMarked = await markForLink({ db, markBreakGlass }, OPERATOR, admin.id)
  const path = made.purpose === 'reset' ? 'reset-password' : 'confirmation'
  const life = made.purpose === 'reset' ? '30 minutes' : '72 hours'
  const { address, isGuessed } = await findAddress(db)
  console.log(
    `${admin.firstName} ${admin.lastName} sets a password here (works once, within ${life}):\n${address}/${path}/${made.token}`,
  )
  if (isMarked)
    console.log(
      'The sign-in rules allow passwords only for break-glass accounts, so this administrator is one now.',
    )
  if (isGuessed)
    console.log(
      'PUBLIC_URL is not set here. If the server has another address, use that in the link instead, or run the command with the server’s settings.',
    )
}

async function allowPasswordsAgain({ database: { db } }: CommandContext) {
  const isChanged = await allowPasswords(db, OPERATOR, new Date())
  console.log(
    isChanged
      ? 'Everybody who has a password can sign in with it again.'
      : 'Everybody could already sign in with a password. Nothing was changed.',
  )
}

async function resetFactorsOf({ database: { db } }: CommandContext, email: string) {
  const account = await findAccount(db, email.trim().toLowerCase())
  if (!account) throw new CommandError(`There is no user ${email}.`)
  const clock = () => new Date()
  const { passwords } = (await findRules(db)).rules
  const isLimited = passwords === 'break_glass' && !isBreakGlass(account)
  await resetFactors(
    {
      ...{ db, clock, disconnectProvider: disconnectUser },
      auth: {
        endSessionsOf: (tx, userId, end) => revokeSessionsOf(tx, userId, { now: clock(), ...end }),
      },
      async notify(tx, notice) {
        const isOff = await isKindOff(tx, notice.userId, notice.kind)
        await insertNotice(tx, { ...notice, createdAt: clock(), isOff })
      },
      inviteLimited: async () => isLimited,
      // Only a server has a queue.
      enqueue: async () => {},
    },
    OPERATOR,
    { userId: account.id, authorize: async () => {} },
  )
  const made = isLimited
    ? await createPasswordLink(
        { db, clock },
        { userId: account.id, purpose: 'confirmation', isLimited: false, actor: OPERATOR },
      )
    : null
  if (made) {
    const { address } = await findAddress(db)
    console.log(
      `The sign-in rules allow passwords only for break-glass accounts. ${account.firstName} ${account.lastName} connects their account at the provider here (works once, within 72 hours):\n${address}/confirmation/${made.token}`,
    )
    return
  }
  console.log(
    `${account.firstName} ${account.lastName} can now sign in with the password alone and set up a new second factor in My Profile. Who has no password chooses “Forgot your password?” first. No mail was sent, so please let them know.`,
  )
}

async function reseal({ database: { db } }: CommandContext) {
  const box = createSecretBox(await readSecretKeys(readSettings(process.env)))
  const [webhooks, hooks] = [await resealSecrets(db, box), await resealHooks(db, box)]
  const seeds = await resealSeeds(db, box)
  const resealed = webhooks.resealed + hooks.resealed + seeds.resealed
  console.log(`Encrypted with the current key: ${countedIn(resealed, 'secret')}.`)
  const unreadable = webhooks.unreadable + hooks.unreadable + seeds.unreadable
  const otherwise = [
    webhooks.unreadable > 0 && ' Otherwise, the server subscribes to the boards again.',
    hooks.unreadable > 0 && ' Otherwise, enter the addresses of event hooks again and rotate their secrets.',
    seeds.unreadable > 0 &&
      ` Otherwise, ${countedIn(seeds.unreadable, 'authenticator app')} must be set up again.`,
  ]
  if (unreadable > 0)
    throw new CommandError(
      `None of the keys can decrypt ${countedIn(unreadable, 'secret')}. Set SECRET_KEY_PREVIOUS to the previous key and try again.${otherwise.filter(Boolean).join('')}`,
    )
  console.log('SECRET_KEY_PREVIOUS is no longer needed.')
}

const VERBS = { list, link, 'allow-passwords': allowPasswordsAgain, reseal, 'reset-factors': resetFactorsOf }
const WITH_EMAIL = ['link', 'reset-factors']
const isVerb = (word = ''): word is keyof typeof VERBS => Object.hasOwn(VERBS, word)

await runCommand(async () => {
  const [verb, email, ...rest] = process.argv.slice(2)
  const isAsUsual = isVerb(verb) && WITH_EMAIL.includes(verb) === (email !== undefined) && rest.length === 0
  if (!isAsUsual) throw new CommandError(`Usage:\n${usage}`)
  await withWorkspace((context) => VERBS[verb](context, email ?? ''))
})
