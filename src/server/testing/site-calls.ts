import { directoryAccounts } from '../db/schema/directory.ts'
import { accessReviewCalls } from './access-review-calls.ts'
import type { Api } from './api.ts'
import { buildSite } from './builders.ts'
import { offboardingCalls } from './offboarding-calls.ts'
import type { WritingCall } from './writing-call.ts'

const BOARD = '1700000000000051'
const OTHER_BOARD = '1700000000000052'

/** A site that has a WordPress in the list's settings; nobody is asked before its jobs run. */
export const ADOPTABLE = 'wp'

/** The calls about sites and what watches them, for the list of all that write. */
export async function siteCalls(api: Api): Promise<Record<string, WritingCall>> {
  const eng = await api.as('eng')
  const adoptable = (await buildSite(api.database.db, { code: ADOPTABLE })).id
  const adoption = `/api/sites/${adoptable}/adoption`
  const adopt = async () => {
    await eng.delete(adoption)
    return (await eng.post(adoption)).body.adoption_id as number
  }
  const site = async (values: { boardGid?: string } = {}) => (await buildSite(api.database.db, values)).id
  return {
    'sites.create': [
      'eng',
      'site.created',
      async () => () =>
        eng.post('/api/sites', { code: 'nw', display_name: 'New', url: 'https://new.example' }),
    ],
    'sites.change': [
      'eng',
      'site.changed',
      async () => {
        // A code has two letters.
        const { rows } = await api.database.pool.query("select site_id from sites where code = 'au'")
        return () => eng.patch(`/api/sites/${rows[0].site_id}`, { display_name: 'Other' })
      },
    ],
    'adoptions.start': [
      'eng',
      'site.adopted',
      async () => {
        await eng.delete(adoption)
        return () => eng.post(adoption)
      },
    ],
    'adoptions.stop': [
      'eng',
      'site.adoption-stopped',
      async () => {
        await adopt()
        return () => eng.delete(adoption)
      },
    ],
    'adoptions.report': [
      'eng',
      'file.asked',
      async () => {
        const id = await adopt()
        // Nobody waits for more than two files at once.
        await api.app.queue.drain()
        return () => eng.post(`/api/adoptions/${id}/report`)
      },
    ],
    'adoptions.addKeywords': [
      'eng',
      'keyword.uploaded',
      async () => {
        await api.database.pool.query(
          "insert into content_posts (site_id, post_id, title, source, focus_keyword) values ($1, '7', 'Post', 'adopted', 'adopted pan')",
          [adoptable],
        )
        return () => eng.post(`${adoption}/keywords`)
      },
    ],
    'webhooks.start': [
      'eng',
      'webhook.started',
      async () => {
        await site({ boardGid: BOARD })
        return () => eng.put(`/api/webhooks/${BOARD}`, { type: 'content' })
      },
    ],
    'webhooks.reset': [
      'eng',
      'webhook.reset',
      async () => {
        await site({ boardGid: OTHER_BOARD })
        await eng.put(`/api/webhooks/${OTHER_BOARD}`, { type: 'content' })
        return () => eng.delete(`/api/webhooks/${OTHER_BOARD}`)
      },
    ],
    'firstSteps.hide': [
      'eng',
      'steps.hidden',
      async () => () => eng.put('/api/first-steps', { hidden: true }),
    ],
    'firstSteps.skip': [
      'eng',
      'steps.skipped',
      async () => () => eng.put('/api/first-steps/systems', { skipped: true }),
    ],
    'warehouse.read': ['eng', 'warehouse.read-asked', async () => () => eng.post('/api/warehouse/read', {})],
    'scan.fix': [
      'eng',
      'scan.fixed',
      async () => {
        await api.database.pool.query(
          'update keywords set article_statuses = 64 where keyword_id = (select min(keyword_id) from keywords)',
        )
        await eng.get('/api/scan/keyword-statuses')
        return () => eng.put('/api/scan/keyword-statuses', { fix: 'recount-statuses' })
      },
    ],
    'userAccess.revoke': [
      'adm',
      'access.revoked',
      async () => {
        const adm = await api.as('adm')
        const data = { email: 'somebody@desk.example' }
        const account = { system: 'Chat', email: data.email, handle: 'somebody', active: true }
        await api.database.db.insert(directoryAccounts).values(account)
        return () => adm.put('/api/users/revoke-access', { source: 'built-in-chat', data })
      },
    ],
    ...(await offboardingCalls(api)),
    ...(await accessReviewCalls(api)),
    'webhooks.tunnel': [
      'eng',
      'webhook.tunneled',
      async () => () => eng.patch('/api/webhooks/tunnel', { url: 'https://tunnel.example' }),
    ],
  }
}
