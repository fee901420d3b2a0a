import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Api, PASSWORD, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

const LIMITED = 'Your workspace signs in with Acme. Passwords here are only for break-glass accounts.'
const RULES = '/api/sign-in-rules'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: RulesStage
beforeAll(async () => {
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi(providerSettings(acme.issuer))
  stage = await createRulesStage(api)
})
afterAll(async () => {
  await api.close()
  await acme.close()
})
beforeEach(async () => {
  await stage.forget()
  await api.database.pool.query('update users set break_glass = false, last_full_sign_in_at = null')
})

const mark = (id: number) =>
  api.database.pool.query('update users set break_glass = true where id = $1', [id])

/** The account of the sign-in, with the code that its second factor asks for. */
async function signInFully(user: { username: string; secret: string }) {
  const { body } = await stage.signIn(user.username)
  const challenge = body.details.challenge
  const answer = await stage.send('POST', '/api/auth/second-factor', { challenge, totp: stage.codeOf(user) })
  api.advance(30_000)
  return answer
}

/** The rules as saved by an administrator, with changes. */
async function save(token: string, more: object) {
  const { body } = await stage.send('GET', RULES, undefined, token)
  return stage.send('PUT', RULES, { ...body.rules, version: body.version, ...more }, token)
}

/** An administrator who signed in through the provider. */
async function throughAcme() {
  const adm = await stage.person({ roleId: 'adm' })
  const sub = `acme|${adm.id}`
  await api.database.pool.query(
    "insert into identities (user_id, issuer, subject, linked_by, linked_at) values ($1, $2, $3, 'operator', now())",
    [adm.id, acme.issuer, sub],
  )
  acme.signsIn({ sub, email: adm.username, email_verified: true })
  const { body } = await createProviderStage(api).browser().signIn()
  const token = body.token as string
  await stage.send('POST', '/api/auth/step-up', { password: PASSWORD }, token)
  return { ...adm, token }
}

describe('limiting passwords to break-glass accounts', () => {
  it('is refused with each requirement that is not met', async () => {
    const adm = await stage.person({ roleId: 'adm' })
    const { status, body } = await save(adm.token, { passwords: 'break_glass', break_glass: [adm.id] })
    expect([status, body.details.unmet]).toEqual([422, ['provider_session', 'break_glass']])
    const { rows } = await api.database.pool.query('select id from users where break_glass')
    expect(rows).toEqual([])
  })

  it('needs another administrator’s sign-in with both factors within 7 days', async () => {
    const other = await stage.enrolled({ roleId: 'adm' })
    expect((await signInFully(other)).status).toBe(200)
    const adm = await throughAcme()
    const rules = { passwords: 'break_glass', break_glass: [other.id] }
    expect((await save(adm.token, { ...rules, break_glass: [adm.id] })).body.details.unmet).toEqual([
      'break_glass',
    ])
    await api.database.pool.query(
      "update users set last_full_sign_in_at = $2::timestamptz - interval '8 days' where id = $1",
      [other.id, api.now()],
    )
    expect((await save(adm.token, rules)).body.details.unmet).toEqual(['break_glass'])
    await api.database.pool.query('update users set last_full_sign_in_at = $2 where id = $1', [
      other.id,
      api.now(),
    ])
    const { status, body } = await save(adm.token, rules)
    expect([status, body.rules.passwords]).toEqual([200, 'break_glass'])
    // The last one must stay.
    expect((await save(adm.token, { break_glass: [] })).body.details.unmet).toEqual(['break_glass'])
  })
})

describe('while passwords are limited', () => {
  it('right and wrong passwords of all other accounts, known or not, get the same answer', async () => {
    const writer = await stage.person()
    const glass = await stage.person({ roleId: 'adm' })
    await mark(glass.id)
    await stage.apply({ passwords: 'break_glass' })
    const answers = [
      await stage.signIn(writer.username),
      await stage.signIn(writer.username, 'wrong password'),
      await stage.signIn('nobody@desk.example', 'wrong password'),
      await stage.signIn(glass.username, 'wrong password'),
    ].map(({ status, body }) => [status, body.message])
    expect(answers).toEqual(Array(4).fill([401, LIMITED]))
  })

  it('a break-glass sign-in works, and all administrators get a notice and a mail', async () => {
    const glass = await stage.person({ roleId: 'adm' })
    const other = await stage.person({ roleId: 'adm' })
    await mark(glass.id)
    await stage.apply({ passwords: 'break_glass' })
    expect((await stage.signIn(glass.username)).status).toBe(200)
    const { rows } = await api.database.pool.query(
      "select user_id from notices where kind = 'break-glass' and user_id = $1",
      [other.id],
    )
    expect(rows).toHaveLength(1)
    expect((await api.mails()).find(({ to }) => to === other.username)?.text).toContain(
      'signed in with a password instead of Acme',
    )
  })

  it('a sign-in that began before ends with the refusal', async () => {
    const user = await stage.enrolled()
    const { challenge } = (await stage.signIn(user.username)).body.details
    await stage.apply({ passwords: 'break_glass' })
    const { status, body } = await stage.send('POST', '/api/auth/second-factor', {
      challenge,
      totp: stage.codeOf(user),
    })
    expect([status, body.message]).toEqual([401, LIMITED])
  })

  it('others can’t change their password, and no link to reset it is mailed to them', async () => {
    const writer = await stage.person()
    await stage.apply({ passwords: 'break_glass' })
    const change = { password: PASSWORD, newPassword: 'a much better password 1' }
    const { status, body } = await writer.call('PATCH', '/api/profile/password', change)
    expect([status, body.message]).toEqual([403, LIMITED])
    await stage.send('POST', '/api/reset-password', { username: writer.username })
    expect((await api.mails()).filter(({ to }) => to === writer.username)).toEqual([])
  })

  it('the last break-glass account can’t be locked', async () => {
    const adm = await stage.person({ roleId: 'adm' })
    const glass = await stage.person({ roleId: 'adm' })
    await mark(glass.id)
    await stage.apply({ passwords: 'break_glass' })
    const values = {
      username: glass.username,
      first_name: 'G',
      last_name: 'G',
      role_id: 'adm',
      active: false,
    }
    const locked = await adm.call('PUT', `/api/users/${glass.id}`, values)
    expect([locked.status, locked.body.message]).toEqual([
      409,
      'This is the last break-glass account. Mark another administrator in the sign-in rules first.',
    ])
  })
})

describe('without a provider', () => {
  it('the rule has no effect', async () => {
    const alone = await startApi({})
    try {
      const { pool } = alone.database
      await pool.query(
        "insert into sign_in_rules (passwords, version, changed_at) values ('break_glass', 1, now())",
      )
      const { body } = await (await alone.as('adm')).get(RULES)
      expect([body.rules, body.break_glass.provider]).toEqual([
        { ...USUAL_RULES, passwords: 'break_glass' },
        null,
      ])
      const { body: me } = await (await alone.as('wrt')).get('/api/profile')
      const signedIn = await alone.visitor.post('/api/auth', { username: me.username, password: PASSWORD })
      expect(signedIn.status).toBe(200)
    } finally {
      await alone.close()
    }
  })
})
