import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { startOidcProvider } from '../../../testing/oidc-provider.ts'
import { CALLBACK, createProviderStage, providerSettings } from '../../../testing/provider-stage.ts'
import { createRulesStage, type RulesStage } from '../../../testing/rules-stage.ts'

let api: Api
let acme: Awaited<ReturnType<typeof startOidcProvider>>
let stage: RulesStage
let admin: Awaited<ReturnType<RulesStage['person']>>
let engineer: typeof admin
beforeAll(async () => {
  acme = await startOidcProvider({ redirectUri: CALLBACK })
  api = await startApi(providerSettings(acme.issuer))
  stage = await createRulesStage(api)
  admin = await stage.person({ roleId: 'adm' })
  engineer = await stage.person({ roleId: 'eng' })
})
afterAll(async () => {
  await api.close()
  await acme.close()
})
beforeEach(() => stage.apply({ passwords: 'break_glass' }))

const PASSWORD = 'a much better password 1'

const mailsTo = async (username: string) =>
  (await api.mails()).filter(({ to }) => to === username).map(({ text }) => text)

/** The token of the invitation in a mail. */
const tokenIn = (text = '') => /\/confirmation\/([\w-]{43})/.exec(text)?.[1] ?? ''

const greet = (token: string) => stage.send('GET', `/api/auth/confirmation?token=${token}`)
const askForReset = (username: string) => stage.send('POST', '/api/reset-password', { username })
const resend = (id: number) => engineer.call('POST', `/api/users/${id}/email/resend`)

const connect = (userId: number, issuer = acme.issuer) =>
  api.database.pool.query(
    "insert into identities (user_id, issuer, subject, linked_by, linked_at) values ($1, $2, $3, 'operator', now())",
    [userId, issuer, `acme|${userId}`],
  )

/** Signs in through the provider with an invitation. */
async function accept(token: string, sub: string) {
  acme.signsIn({ sub, email: `${sub}@elsewhere.example`, email_verified: true })
  const browser = createProviderStage(api).browser()
  await browser.return(await browser.send('POST', '/api/auth/oidc/invitation', { payload: { token } }))
  return browser.finish()
}

describe('an invitation while passwords are limited', () => {
  it('offers the provider and no password, in the mail and on its page, and lets the user in', async () => {
    const username = 'noa.new@desk.example'
    const values = { username, first_name: 'Noa', last_name: 'New', role_id: 'wrt', active: true }
    expect((await admin.call('POST', '/api/users', values)).status).toBe(201)
    const [mail = ''] = await mailsTo(username)
    expect(mail).toContain('you sign in to Copydesk with Acme. Connect your account once here:')
    expect(mail).not.toContain('assword')
    const token = tokenIn(mail)
    expect((await greet(token)).body).toEqual({ first_name: 'Noa', is_provider_only: true })
    const refused = await stage.send('POST', '/api/auth/confirmation', { token, password: PASSWORD })
    expect(refused.status).toBe(403)
    expect((await accept(token, 'noa')).body.user.username).toBe(username)
  })

  it('offers a break-glass account a password, as to everybody while passwords are not limited', async () => {
    const glass = await stage.person({ roleId: 'adm', passwordHash: null })
    await api.database.pool.query('update users set break_glass = true where id = $1', [glass.id])
    await resend(glass.id)
    const [first = ''] = await mailsTo(glass.username)
    expect(first).toContain('Create your password here:')
    expect((await greet(tokenIn(first))).body).not.toHaveProperty('is_provider_only')
    await stage.forget()
    const writer = await stage.person({ passwordHash: null })
    await resend(writer.id)
    expect((await mailsTo(writer.username))[0]).toContain('Create your password here:')
  })

  it('goes to users with a password too, until they are connected, and sets none for them later', async () => {
    const writer = await stage.person()
    expect((await resend(writer.id)).body.message).toBe('Invitation sent.')
    const token = tokenIn((await mailsTo(writer.username))[0])
    await stage.forget()
    const { status } = await stage.send('POST', '/api/auth/confirmation', { token, password: PASSWORD })
    expect(status).toBe(404)
    await stage.apply({ passwords: 'break_glass' })
    await connect(writer.id)
    expect((await resend(writer.id)).body.message).toBe('Test email sent.')
  })

  it('goes to the new email of a user who was connected until it changed', async () => {
    const writer = await stage.person()
    await connect(writer.id)
    const values = { first_name: 'Moved', last_name: 'Away', role_id: 'wrt', active: true }
    const username = `moved.${writer.username}`
    await admin.call('PUT', `/api/users/${writer.id}`, { ...values, username })
    const token = tokenIn((await mailsTo(username)).find((text) => text.includes('Acme')))
    expect((await accept(token, 'moved')).body.user.username).toBe(username)
  })
})

describe('after another provider has taken the place of the one before', () => {
  it('a user who was connected there gets an invitation, and signs in at the new one', async () => {
    const user = await stage.person({ roleId: 'adm' })
    await connect(user.id, 'https://former.example')
    await resend(user.id)
    const token = tokenIn((await mailsTo(user.username)).at(-1))
    expect((await accept(token, `acme|new ${user.id}`)).status).not.toBe(403)
    const { rows } = await api.database.pool.query(
      'select subject from identities where issuer = $1 and user_id = $2',
      [acme.issuer, user.id],
    )
    expect(rows).toEqual([{ subject: `acme|new ${user.id}` }])
  })
})

describe('a sign-in through the provider while passwords are limited', () => {
  it('tells an administrator who has to connect first to ask for an invitation, not to use a password', async () => {
    const other = await stage.person({ roleId: 'adm' })
    acme.signsIn({ sub: `acme|${other.id}`, email: other.username, email_verified: true })
    const { status, body } = await createProviderStage(api).browser().signIn()
    expect([status, body.message]).toEqual([
      403,
      'Your Acme account isn’t connected yet. Ask an administrator or engineer for an invitation by mail.',
    ])
  })
})

describe('a reset of the second factor while passwords are limited', () => {
  it('disconnects the user, and sends an invitation that mentions no password', async () => {
    await stage.forget()
    const user = await stage.enrolled()
    await connect(user.id)
    await stage.apply({ passwords: 'break_glass' })
    expect((await admin.call('DELETE', `/api/users/${user.id}/factors`)).status).toBe(204)
    const mails = await mailsTo(user.username)
    expect((await greet(tokenIn(mails.find((text) => text.includes('/confirmation/'))))).status).toBe(200)
    expect((await stage.noticesOf(user.id)).at(-1)?.words).toContain(
      'Sign in with the invitation in your mail and set up a new one.',
    )
    expect(mails.find((text) => text.includes('reset your second factor'))).not.toContain('password')
  })
})

describe('a request for a new password while passwords are limited', () => {
  it('is answered with one mail an hour that leads to the provider, without a link to set a password', async () => {
    const writer = await stage.person()
    await askForReset(writer.username)
    await askForReset(writer.username)
    const mails = await mailsTo(writer.username)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('your workspace signs in with Acme. Sign in here:\nhttp://localhost:3000\n')
  })

  it('sends a user without any way in the invitation again', async () => {
    const writer = await stage.person({ passwordHash: null })
    await askForReset(writer.username)
    const [mail = ''] = await mailsTo(writer.username)
    expect((await greet(tokenIn(mail))).body).toHaveProperty('is_provider_only')
  })

  it('sends a locked user nothing', async () => {
    const writer = await stage.person({ active: false })
    await askForReset(writer.username)
    expect(await mailsTo(writer.username)).toEqual([])
  })

  it('opens no form for a link from before the limit', async () => {
    const writer = await stage.person()
    await stage.forget()
    await askForReset(writer.username)
    const token = /\/reset-password\/([\w-]{43})/.exec((await mailsTo(writer.username))[0] ?? '')?.[1]
    await stage.apply({ passwords: 'break_glass' })
    const { body } = await stage.send('GET', `/api/reset-password?token=${token}`)
    expect(body).toHaveProperty('is_provider_only')
  })
})
