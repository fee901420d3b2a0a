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

const markedIds = async () =>
  (await api.database.pool.query('select id from users where break_glass order by id')).rows.map(
    ({ id }) => id,
  )

/** An administrator as the form sends it. */
const valuesOf = ({ id, username }: { id: number; username: string }, more: object) => ({
  ...{ username, first_name: 'Glass', last_name: `Of ${id}`, role_id: 'adm', active: true },
  ...more,
})

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

  it('others can’t change their password', async () => {
    const writer = await stage.person()
    await stage.apply({ passwords: 'break_glass' })
    const change = { password: PASSWORD, newPassword: 'a much better password 1' }
    const { status, body } = await writer.call('PATCH', '/api/profile/password', change)
    expect([status, body.message]).toEqual([403, LIMITED])
  })

  it.each([
    ['locked', { active: false }],
    ['demoted', { role_id: 'qa' }],
  ])('the last break-glass account with a password can’t be %s', async (_, change) => {
    const adm = await stage.person({ roleId: 'adm' })
    const glass = await stage.person({ roleId: 'adm' })
    const withoutPassword = await stage.person({ roleId: 'adm', passwordHash: null })
    const locked = await stage.person({ roleId: 'adm', active: false })
    for (const { id } of [glass, withoutPassword, locked]) await mark(id)
    await stage.apply({ passwords: 'break_glass' })
    const { status, body } = await adm.call('PUT', `/api/users/${glass.id}`, valuesOf(glass, change))
    expect([status, body.message]).toEqual([
      409,
      'This is the last break-glass account. Mark another administrator in the sign-in rules first.',
    ])
  })

  it('an account without a password can’t be the only break-glass account, and a locked one can’t be one', async () => {
    const adm = await stage.person({ roleId: 'adm' })
    const withoutPassword = await stage.person({ roleId: 'adm', passwordHash: null })
    const locked = await stage.person({ roleId: 'adm', active: false })
    await mark(adm.id)
    await stage.apply({ passwords: 'break_glass' })
    const only = await save(adm.token, { break_glass: [withoutPassword.id] })
    expect([only.status, only.body.details.unmet]).toEqual([422, ['break_glass']])
    const { status, body } = await save(adm.token, { break_glass: [adm.id, locked.id] })
    expect([status, body.validation.body.message]).toEqual([
      400,
      'Only active administrators can be break-glass accounts.',
    ])
  })
})

describe('a break-glass account that stops being an active administrator', () => {
  it.each([
    ['demoted', 'promoted', { role_id: 'qa' }],
    ['locked', 'unlocked', { active: false }],
  ])(
    'is none any more once it is %s, nor after it is %s again, and the rules’ history says so',
    async (_, __, lost) => {
      const adm = await stage.person({ roleId: 'adm' })
      const [glass, other] = [await stage.person({ roleId: 'adm' }), await stage.person({ roleId: 'adm' })]
      await stage.apply({})
      await save(adm.token, { break_glass: [glass.id, other.id] })
      const change = (more: object) => adm.call('PUT', `/api/users/${glass.id}`, valuesOf(glass, more))
      expect((await change({ first_name: 'Renamed' })).status).toBe(200)
      expect(await markedIds()).toEqual([glass.id, other.id])
      expect((await change(lost)).status).toBe(200)
      expect(await markedIds()).toEqual([other.id])
      expect((await change({})).status).toBe(200)
      expect(await markedIds()).toEqual([other.id])
      const { body } = await stage.send('GET', RULES, undefined, adm.token)
      const words = body.history.flatMap(({ changes }: { changes: string[] }) => changes)
      expect(words.filter((each: string) => each.includes(`Of ${glass.id}`))).toEqual([
        `Break-glass accounts: Glass Of ${glass.id} removed`,
      ])
    },
  )
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
      const adm = await alone.as('adm')
      await adm.post('/api/auth/step-up', { password: PASSWORD })
      await pool.query('update users set break_glass = true where id = $1', [adm.id])
      // There may be one again.
      const unmarked = await adm.put(RULES, { ...body.rules, version: 1, break_glass: [] })
      expect(unmarked.body.details.unmet).toEqual(['break_glass'])
      expect((await adm.put(RULES, { ...body.rules, version: 1, session_hours: 8 })).status).toBe(200)
      const signedIn = await alone.visitor.post('/api/auth', { username: me.username, password: PASSWORD })
      expect(signedIn.status).toBe(200)
    } finally {
      await alone.close()
    }
  })
})
