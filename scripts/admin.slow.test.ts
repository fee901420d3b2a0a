import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookSubscriptions } from '#server/db/schema/webhooks.ts'
import { findRules, lockRules, writeRules } from '#server/features/ground/sign-in-rules/store.ts'
import { setPublicUrl } from '#server/features/ground/system/store.ts'
import { createSecretBox } from '#server/security/secret-box.ts'
import { type Api, PASSWORD, startApi, usernameOf } from '#server/testing/api.ts'
import { createFactorStage } from '#server/testing/factor-stage.ts'
import { runScript } from '#server/testing/run-script.ts'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
  await api.database.pool.query("update users set active = false where username = 'adm2@desk.example'")
})
afterAll(() => api.close())

const admin = (...args: string[]) =>
  runScript('admin.ts', args, { folder: api.settings.dataDir, databaseUrl: api.database.url })

test('a locked-out administrator gets a link on the machine, sets a password and signs in, and the audit trail names the operator', async () => {
  await api.database.pool.query("delete from workspace_facts where name = 'publicUrl'")
  const { rows: entries } = await api.database.pool.query('select max(id) as last from audit_entries')
  const last = entries[0].last ?? 0
  const username = usernameOf('adm')
  const { code, said } = await admin('link', `${username.toUpperCase()}`)
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(
      /^Adm One sets a password here \(works once, within 30 minutes\):\nhttp:\/\/localhost:3000\/reset-password\/[\w-]+\nPUBLIC_URL is not set here\. /,
    ),
  ])
  const token = said.split('\n')[1]?.split('/').at(-1)
  const password = 'three new long words'
  expect((await api.visitor.put('/api/reset-password', { token, password })).status).toBe(200)
  expect((await api.signIn(username, password)).status).toBe(200)
  expect((await api.signIn(username, PASSWORD)).status).toBe(401)
  expect((await api.visitor.put('/api/reset-password', { token, password })).status).toBe(404)
  const { rows } = await api.database.pool.query(
    `select actor_kind, actor_name, label from audit_entries
     where act = 'password.link-made' and id > $1`,
    [last],
  )
  expect(rows).toEqual([{ actor_kind: 'operator', actor_name: 'npm run admin', label: 'Adm One' }])
})

test('a link made without the server’s settings leads to the address that the server reported', async () => {
  const { db } = api.database
  await setPublicUrl(db, 'https://old.example.com')
  await setPublicUrl(db, 'https://desk.example.com')
  const { said } = await admin('link', usernameOf('adm'))
  expect(said).toMatch(/:\nhttps:\/\/desk\.example\.com\/reset-password\/[\w-]+$/)
  const settings = { PUBLIC_URL: 'https://new.example.com' }
  const own = { folder: api.settings.dataDir, databaseUrl: api.database.url, settings }
  expect((await runScript('admin.ts', ['link', usernameOf('adm')], own)).said).toContain(
    '\nhttps://new.example.com/reset-password/',
  )
})

test('administrators are listed, with the reason why they cannot sign in', async () => {
  expect(await admin('list')).toEqual({
    code: 0,
    said: 'adm1@desk.example  Adm One\nadm2@desk.example  Adm Two  (locked)',
  })
})

test('other users get no link, and an unusable link is not created', async () => {
  const refusals: [string[], string][] = [
    [
      ['link', 'opm1@desk.example'],
      'opm1@desk.example is not an administrator. To list them: npm run admin -- list',
    ],
    [
      ['link', 'adm2@desk.example'],
      'adm2@desk.example is locked. Another administrator unlocks it under Users.',
    ],
    [['link'], 'Usage:'],
    [['list', 'x'], 'Usage:'],
    [['make', 'a@b.de'], 'Usage:'],
    [['reseal', 'all'], 'Usage:'],
    [['link', usernameOf('adm'), 'now'], 'Usage:'],
    [['allow-passwords', usernameOf('adm')], 'Usage:'],
    [['reset-factors'], 'Usage:'],
    [['reset-factors', 'nobody@desk.example'], 'There is no user nobody@desk.example.'],
    [['reset-factors', 'opm1@desk.example'], 'This user has no second factor.'],
  ]
  for (const [args, line] of refusals) {
    const { code, said } = await admin(...args)
    expect([code, said.split('\n')[0]], args.join(' ')).toEqual([1, line])
  }
})

test('after a change of the secret key, secrets are encrypted with the new key, and the old key is no longer needed', async () => {
  const [old, current] = [randomBytes(32), randomBytes(32)]
  const seal = createSecretBox({ current: old, previous: null }).seal
  await api.database.db.insert(webhookSubscriptions).values(
    ['one', 'two'].map((id) => ({
      ...{
        id: randomUUID(),
        system: 'task-board' as const,
        resource: id,
        target: 'https://desk.example/hook',
      },
      ...{ state: 'active' as const, createdAt: new Date(), secret: seal(`secret ${id}`) },
    })),
  )
  const reseal = (settings: Record<string, string>) =>
    runScript('admin.ts', ['reseal'], {
      folder: api.settings.dataDir,
      databaseUrl: api.database.url,
      settings,
    })
  const SECRET_KEY = current.toString('hex')
  expect(await reseal({ SECRET_KEY })).toMatchObject({
    code: 1,
    said: expect.stringContaining('None of the keys can decrypt 2 secrets.'),
  })
  const settings = { SECRET_KEY, SECRET_KEY_PREVIOUS: old.toString('hex') }
  const done = 'SECRET_KEY_PREVIOUS is no longer needed.'
  expect((await reseal(settings)).said).toBe(`Encrypted with the current key: 2 secrets.\n${done}`)
  expect((await reseal({ SECRET_KEY })).said).toBe(`Encrypted with the current key: 0 secrets.\n${done}`)
  const box = createSecretBox({ current, previous: null })
  const rows = await api.database.db.select().from(webhookSubscriptions)
  expect(rows.map(({ secret }) => box.open(secret ?? '')).toSorted()).toEqual(['secret one', 'secret two'])
})

test('seeds of authenticator apps are encrypted with the new key too, and those that no key opens are named', async () => {
  const stage = await createFactorStage(api)
  const { id } = await stage.enrolled()
  const [old, current] = [randomBytes(32), randomBytes(32)]
  const sealed = createSecretBox({ current: old, previous: null }).seal('SEED')
  await stage.query('update totp_factors set secret = $2, pending_secret = $2 where user_id = $1', id, sealed)
  const reseal = async (settings: Record<string, string>) =>
    (
      await runScript('admin.ts', ['reseal'], {
        folder: api.settings.dataDir,
        databaseUrl: api.database.url,
        settings,
      })
    ).said
  const SECRET_KEY = current.toString('hex')
  expect(await reseal({ SECRET_KEY })).toContain('Otherwise, 2 authenticator apps must be set up again.')
  await reseal({ SECRET_KEY, SECRET_KEY_PREVIOUS: old.toString('hex') })
  const [row] = await stage.query('select secret, pending_secret from totp_factors where user_id = $1', id)
  const box = createSecretBox({ current, previous: null })
  expect([box.open(row.secret), box.open(row.pending_secret)]).toEqual(['SEED', 'SEED'])
})

test('a user who lost their second factor is let in by their password again, told so, and the audit trail names the operator', async () => {
  const stage = await createFactorStage(api)
  const user = await stage.enrolled()
  const { code, said } = await admin('reset-factors', user.username.toUpperCase())
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(
      / can now sign in with the password alone .* No mail was sent, so please let them know\.$/,
    ),
  ])
  expect((await stage.signIn(user.username)).status).toBe(200)
  expect((await stage.noticesOf(user.id)).at(-1)).toMatchObject({ kind: 'sign-in-changed' })
  const entries = await stage.query(
    "select actor_kind, actor_name from audit_entries where act = 'factor.reset' and noun_id = $1",
    String(user.id),
  )
  expect(entries).toEqual([{ actor_kind: 'operator', actor_name: 'npm run admin' }])
})

const LIMITED = { ...USUAL_RULES, passwords: 'break_glass' as const, sessions_at_once: 20 }

/** Passwords are for break-glass accounts only. */
async function limitPasswords() {
  await api.database.pool.query('update users set break_glass = false')
  await api.database.db.transaction(async (tx) => {
    await lockRules(tx, api.now())
    await writeRules(tx, LIMITED, { version: 3, userId: null, now: api.now() })
  })
}

const entriesOf = async (act: string) =>
  (
    await api.database.pool.query(
      'select actor_kind, actor_name, label, before, after from audit_entries where act = $1 order by id',
      [act],
    )
  ).rows

test('while passwords are limited, a link makes its administrator a break-glass account, and says so once', async () => {
  await limitPasswords()
  const marked =
    'The sign-in rules allow passwords only for break-glass accounts, so this administrator is one now.'
  expect((await admin('link', 'opm1@desk.example')).code).toBe(1)
  expect((await admin('link', 'adm2@desk.example')).code).toBe(1)
  const isMarked = async () =>
    (await api.database.pool.query('select username from users where break_glass')).rows
  expect(await isMarked()).toEqual([])
  expect((await admin('link', usernameOf('adm'))).said).toContain(marked)
  expect(await isMarked()).toEqual([{ username: usernameOf('adm') }])
  expect((await admin('link', usernameOf('adm'))).said).not.toContain(marked)
  expect(await entriesOf('user.break-glass-changed')).toEqual([
    {
      ...{ actor_kind: 'operator', actor_name: 'npm run admin', label: 'Adm One' },
      ...{ before: { breakGlass: false }, after: { breakGlass: true } },
    },
  ])
})

test('while passwords are limited, a user whose second factor is reset gets a link to connect the provider', async () => {
  const stage = await createFactorStage(api)
  const user = await stage.enrolled()
  await limitPasswords()
  const { code, said } = await admin('reset-factors', user.username)
  const [, token = ''] = /provider here .*\n\S+\/confirmation\/([\w-]{43})$/.exec(said) ?? []
  expect([code, said]).toEqual([0, expect.not.stringContaining('password alone')])
  expect((await stage.send('GET', `/api/auth/confirmation?token=${token}`)).status).toBe(200)
})

test('everybody may use passwords again after a command on the machine, which leaves the other rules as they are', async () => {
  await limitPasswords()
  expect(await admin('allow-passwords')).toEqual({
    code: 0,
    said: 'Everybody who has a password can sign in with it again.',
  })
  const { rules, version } = await findRules(api.database.db)
  expect([rules, version]).toEqual([{ ...LIMITED, passwords: 'everybody' }, 4])
  expect(await admin('allow-passwords')).toEqual({
    code: 0,
    said: 'Everybody could already sign in with a password. Nothing was changed.',
  })
  expect(await entriesOf('sign-in-rules.changed')).toMatchObject([
    {
      ...{ actor_kind: 'operator', actor_name: 'npm run admin' },
      ...{ before: { sign_in_by: 'break_glass' }, after: { sign_in_by: 'everybody' } },
    },
  ])
})
