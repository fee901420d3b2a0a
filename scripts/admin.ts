// npm run admin -- list | link EMAIL: a way back for administrators who cannot sign in.
import { createPasswordLink } from '#server/features/auth/verbs/create-password-link.ts'
import { listAdmins } from '#server/features/users/queries.ts'
import { readSettings } from '#server/settings.ts'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'

const OPERATOR = { kind: 'operator', name: 'npm run admin' } as const

const usage = `npm run admin -- list
npm run admin -- link EMAIL`

async function list({ database }: CommandContext) {
  for (const { username, firstName, lastName, active, passwordHash } of await listAdmins(database.db)) {
    const notes = [...(active ? [] : ['locked']), ...(passwordHash === null ? ['no password yet'] : [])]
    console.log(`${username}  ${firstName} ${lastName}${notes.length > 0 ? `  (${notes.join(', ')})` : ''}`)
  }
}

async function link({ database: { db } }: CommandContext, email: string) {
  const admins = await listAdmins(db)
  const admin = admins.find(({ username }) => username === email.trim().toLowerCase())
  if (!admin)
    throw new CommandError(`${email} is no administrator. Those that there are: npm run admin -- list`)
  const made = await createPasswordLink(
    { db, clock: () => new Date() },
    { userId: admin.id, purpose: 'reset', isLimited: false, actor: OPERATOR },
  )
  if (!made) throw new CommandError(`${email} is locked. Another administrator unlocks it under Users.`)
  const path = made.purpose === 'reset' ? 'reset-password' : 'confirmation'
  const life = made.purpose === 'reset' ? '30 minutes' : '72 hours'
  const { publicUrl } = readSettings(process.env)
  console.log(
    `${admin.firstName} ${admin.lastName} sets a password here (works once, within ${life}):\n${publicUrl}/${path}/${made.token}`,
  )
}

await runCommand(async () => {
  const [verb, email, ...rest] = process.argv.slice(2)
  const isKnown = verb === 'list' ? email === undefined : verb === 'link' && email !== undefined
  if (!isKnown || rest.length > 0) throw new CommandError(`Usage:\n${usage}`)
  await withWorkspace((context) => (email === undefined ? list(context) : link(context, email)))
})
