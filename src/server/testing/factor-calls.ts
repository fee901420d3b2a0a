import type { Api } from './api.ts'
import { createAuthenticator, totpCode } from './authenticator.ts'
import { buildUser } from './builders.ts'
import type { WritingCall } from './writing-call.ts'

const FACTORS = '/api/profile/factors'

/** The calls about second factors, for the list of all that write. */
export async function factorCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const adm = await api.as('adm')
  const { pool } = api.database

  async function removeFactors() {
    for (const table of ['passkeys', 'totp_factors', 'recovery_codes'])
      await pool.query(`delete from ${table} where user_id = $1`, [eng.id])
  }

  async function startTotp() {
    await removeFactors()
    const { body } = await eng.post(`${FACTORS}/totp`)
    return { code: totpCode(body.secret, api.now()) }
  }
  async function addTotp(): Promise<string[]> {
    return (await eng.put(`${FACTORS}/totp`, await startTotp())).body.recovery_codes
  }

  async function startPasskey() {
    await removeFactors()
    const authenticator = createAuthenticator()
    const { body } = await eng.post(`${FACTORS}/passkeys/options`)
    const sent = { name: 'Laptop', challenge: body.challenge, passkey: authenticator.make(body.passkey) }
    return { authenticator, sent }
  }
  async function addPasskey() {
    const { authenticator, sent } = await startPasskey()
    await eng.post(`${FACTORS}/passkeys`, sent)
    const { body } = await eng.get(FACTORS)
    return { authenticator, url: `${FACTORS}/passkeys/${body.passkeys[0].id}` }
  }

  return {
    'factors.finishSignIn': [
      'eng',
      'session.begun',
      async () => {
        const [recovery] = await addTotp()
        const { challenge } = (await api.signIn(eng.username)).body.details
        return () => api.visitor.post('/api/auth/second-factor', { challenge, recovery })
      },
    ],
    'factors.beginPasskeySignIn': [
      'visitor',
      null,
      async () => {
        await addPasskey()
        return () => api.visitor.post('/api/auth/passkey/options')
      },
    ],
    'factors.signInWithPasskey': [
      'eng',
      'session.begun',
      async () => {
        const { authenticator } = await addPasskey()
        const { challenge, passkey } = (await api.visitor.post('/api/auth/passkey/options')).body
        const sent = { challenge, passkey: authenticator.use(passkey) }
        return () => api.visitor.post('/api/auth/passkey', sent)
      },
    ],
    'factors.beginConfirmation': [
      'eng',
      null,
      async () => {
        await addPasskey()
        return () => eng.post('/api/auth/step-up/options')
      },
    ],
    'factors.beginTotp': ['eng', null, async () => () => eng.post(`${FACTORS}/totp`)],
    'factors.confirmTotp': [
      'eng',
      'factor.added',
      async () => {
        const sent = await startTotp()
        return () => eng.put(`${FACTORS}/totp`, sent)
      },
    ],
    'factors.removeTotp': [
      'eng',
      'factor.removed',
      async () => {
        await addTotp()
        return () => eng.delete(`${FACTORS}/totp`)
      },
    ],
    'factors.beginPasskey': ['eng', null, async () => () => eng.post(`${FACTORS}/passkeys/options`)],
    'factors.addPasskey': [
      'eng',
      'factor.added',
      async () => {
        const { sent } = await startPasskey()
        return () => eng.post(`${FACTORS}/passkeys`, sent)
      },
    ],
    'factors.renamePasskey': [
      'eng',
      'factor.renamed',
      async () => {
        const { url } = await addPasskey()
        return () => eng.patch(url, { name: 'Phone' })
      },
    ],
    'factors.removePasskey': [
      'eng',
      'factor.removed',
      async () => {
        const { url } = await addPasskey()
        return () => eng.delete(url)
      },
    ],
    'factors.renewRecoveryCodes': [
      'eng',
      'factor.codes-renewed',
      async () => {
        await addTotp()
        return () => eng.post(`${FACTORS}/recovery-codes`)
      },
    ],
    'factors.resetOf': [
      'adm',
      'factor.reset',
      async () => {
        await removeFactors()
        const { id } = await buildUser(api.database.db, { roleId: 'wrt' })
        await pool.query(
          "insert into totp_factors (user_id, secret, confirmed_at) values ($1, 'sealed', now())",
          [id],
        )
        return () => adm.delete(`/api/users/${id}/factors`)
      },
    ],
  }
}
