import type { Api } from './api.ts'
import type { WritingCall } from './writing-call.ts'

const TOKENS = '/api/profile/tokens'
const WISH = { name: 'n8n', permissions: null, may_write: false, days: 30 }

/** The calls about API tokens and service accounts, for the list of all that write. */
export async function tokenCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const adm = await api.as('adm')

  const ownToken = async () => `${TOKENS}/${(await eng.post(TOKENS, WISH)).body.token.id}`

  const account = { name: 'Price sync', purpose: 'Reads prices.', role_id: 'opm', owner_id: eng.id }
  const service = async () => (await adm.post('/api/service-accounts', account)).body
  async function serviceTokens() {
    const tokens = `/api/users/${(await service()).id}/tokens`
    return { tokens, token: `${tokens}/${(await adm.post(tokens, WISH)).body.token.id}` }
  }

  return {
    'tokens.createOwn': ['eng', 'token.created', async () => () => eng.post(TOKENS, WISH)],
    'tokens.rotateOwn': [
      'eng',
      'token.rotated',
      async () => {
        const url = await ownToken()
        return () => eng.post(`${url}/rotate`, { end_old: false })
      },
    ],
    'tokens.endOldOwn': [
      'eng',
      'token.ended-old',
      async () => {
        const { body } = await eng.post(`${await ownToken()}/rotate`, { end_old: false })
        return () => eng.delete(`${TOKENS}/${body.token.id}/old`)
      },
    ],
    'tokens.revokeOwn': [
      'eng',
      'token.revoked',
      async () => {
        const url = await ownToken()
        return () => eng.delete(url)
      },
    ],
    'tokens.createOf': [
      'adm',
      'token.created',
      async () => {
        const { tokens } = await serviceTokens()
        return () => adm.post(tokens, WISH)
      },
    ],
    'tokens.rotateOf': [
      'adm',
      'token.rotated',
      async () => {
        const { token } = await serviceTokens()
        return () => adm.post(`${token}/rotate`, { end_old: true })
      },
    ],
    'tokens.endOldOf': [
      'adm',
      'token.ended-old',
      async () => {
        const { tokens, token } = await serviceTokens()
        const { body } = await adm.post(`${token}/rotate`, { end_old: false })
        return () => adm.delete(`${tokens}/${body.token.id}/old`)
      },
    ],
    'tokens.revokeOf': [
      'adm',
      'token.revoked',
      async () => {
        const { token } = await serviceTokens()
        return () => adm.delete(token)
      },
    ],
    'serviceAccounts.create': [
      'adm',
      'service-account.created',
      async () => () => adm.post('/api/service-accounts', account),
    ],
    'serviceAccounts.update': [
      'adm',
      'service-account.changed',
      async () => {
        const { id, version } = await service()
        const change = { ...account, purpose: 'Reads stock.', active: false, version }
        return () => adm.put(`/api/service-accounts/${id}`, change)
      },
    ],
  }
}
