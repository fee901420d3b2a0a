import { createMailLinks } from '../security/mail-links.ts'
import { createSecretBox, readSecretKeys } from '../security/secret-box.ts'
import { type Api, PASSWORD } from './api.ts'
import type { WritingCall } from './writing-call.ts'

/** The calls about sessions, passwords and people, for the list of all that write. */
export async function accountCalls(api: Api): Promise<Record<string, WritingCall>> {
  const qa = await api.as('qa')
  const adm = await api.as('adm')
  const eng = await api.as('eng')

  /** Of the validator, until one of the calls has changed it. */
  let password = PASSWORD

  /** The token of the link that this person was mailed last. */
  async function linkOf(username: string) {
    const mail = (await api.mails()).find(({ to }) => to === username)
    return /(?:reset-password|confirmation)\/(\S+)/.exec(mail?.text ?? '')?.[1]
  }

  const member = (username: string, more: object = {}) => ({
    username,
    first_name: 'New',
    last_name: 'Person',
    role_id: 'opm',
    active: 1,
    ...more,
  })
  async function invited(username: string) {
    const { body } = await adm.post('/api/users', member(username))
    await api.mails()
    return body.id as number
  }

  async function failedJob(): Promise<string> {
    const { rows } = await api.database.pool.query(
      `insert into jobs.job (name, state, data, retry_limit, retry_count, started_on, completed_on, output)
       values ('auth.mail-notice', 'failed', '{"userId":1,"notice":"test"}', 8, 8, now(), now(), '{"message":"No"}')
       returning id`,
    )
    return rows[0].id
  }

  return {
    'auth.signIn': ['qa', 'session.begun', async () => () => api.signIn('qa1@desk.example', password)],
    'auth.signOut': [
      'qa',
      'session.ended',
      async () => {
        const { body } = await api.signIn('qa1@desk.example', password)
        const headers = { authorization: `Bearer ${body.token}` }
        return () => api.visitor.send({ method: 'DELETE', url: '/api/auth', headers })
      },
    ],
    'signInRules.save': [
      'adm',
      'sign-in-rules.changed',
      async () => {
        const { rules, version } = (await adm.get('/api/sign-in-rules')).body
        return () => adm.put('/api/sign-in-rules', { ...rules, sessions_at_once: 900, version })
      },
    ],
    'notices.askAccess': [
      'qa',
      'user.access-asked',
      async () => () => qa.post('/api/access-requests', { screen: 'users' }),
    ],
    'notices.choose': [
      'qa',
      'notification.chosen',
      async () => () => qa.put('/api/profile/notifications/groups/articles', { way: 'off' }),
    ],
    'notices.useDefaults': [
      'qa',
      'notification.reset',
      async () => {
        await qa.put('/api/profile/notifications/groups/alerts', { way: 'off' })
        return () => qa.delete('/api/profile/notifications/groups')
      },
    ],
    'notices.saveDigest': [
      'qa',
      'notification.digest-chosen',
      async () => {
        const digest = { hour: 9, days: [1, 5], hold_overnight: true }
        return () => qa.put('/api/profile/notifications/digest', digest)
      },
    ],
    'notices.unsubscribe': [
      'visitor',
      'notification.unsubscribed',
      async () => {
        const links = createMailLinks(createSecretBox(await readSecretKeys(api.settings)))
        const token = links.sign({ userId: qa.id, scope: 'mentions' }, qa.username)
        const payload = { 'List-Unsubscribe': 'One-Click' }
        return () => api.visitor.send({ method: 'POST', url: `/unsubscribe/${token}`, payload })
      },
    ],
    'auth.confirmIdentity': [
      'qa',
      'session.confirmed',
      async () => () => qa.post('/api/auth/step-up', { password }),
    ],
    'auth.confirm': [
      'visitor',
      'password.created',
      async () => {
        await invited('first@desk.example')
        const token = await linkOf('first@desk.example')
        return () => api.visitor.post('/api/auth/confirmation', { token, password: 'an own secret' })
      },
    ],
    'auth.requestReset': [
      'visitor',
      'password.asked',
      async () => () => api.visitor.post('/api/reset-password', { username: 'wrt2@desk.example' }),
    ],
    'auth.reset': [
      'visitor',
      'password.reset',
      async () => {
        await api.visitor.post('/api/reset-password', { username: 'opm2@desk.example' })
        const token = await linkOf('opm2@desk.example')
        return () => api.visitor.put('/api/reset-password', { token, password: 'another secret' })
      },
    ],
    'auth.changePassword': [
      'qa',
      'password.changed',
      async () => async () => {
        const newPassword = 'a whole new secret'
        const answer = await qa.patch('/api/profile/password', { password, newPassword })
        password = newPassword
        return answer
      },
    ],
    'auth.endOtherSessions': [
      'qa',
      'session.ended-elsewhere',
      async () => () => qa.delete('/api/profile/sessions'),
    ],
    'auth.endSession': [
      'qa',
      'session.ended-elsewhere',
      async () => {
        await api.signIn('qa1@desk.example', password)
        const { body } = await qa.get('/api/profile/sessions')
        const other = body.find((session: { is_current: boolean }) => !session.is_current)
        return () => qa.delete(`/api/profile/sessions/${other.id}`)
      },
    ],
    'users.endSessions': [
      'adm',
      'user.signed-out',
      async () => {
        const { id } = await api.as('eng', 2)
        return () => adm.delete(`/api/users/${id}/sessions`)
      },
    ],
    'runs.act': [
      'eng',
      'run.stopped',
      async () => {
        const { rows } = await api.database.pool.query(
          `insert into runs (name, key, started_at, touched_at)
           values ('search-tasks.make', '{"searchTaskId":0}', now(), now()) returning run_id`,
        )
        return () => eng.post(`/api/runs/run-${rows[0].run_id}/stop`)
      },
    ],
    'failedJobs.retry': [
      'adm',
      'job.retried',
      async () => {
        const id = await failedJob()
        return () => adm.post(`/api/failed-jobs/${id}/retry`)
      },
    ],
    'failedJobs.retryAll': [
      'adm',
      'job.all-retried',
      async () => {
        await failedJob()
        return () => adm.post('/api/failed-jobs/retry')
      },
    ],
    'users.create': [
      'adm',
      'user.created',
      async () => () => adm.post('/api/users', member('n1@desk.example')),
    ],
    'users.update': [
      'adm',
      'user.role-changed',
      async () => {
        const id = await invited('n2@desk.example')
        return () => adm.put(`/api/users/${id}`, member('n2@desk.example', { role_id: 'qa' }))
      },
    ],
    'users.resendEmail': [
      'eng',
      'user.mailed',
      async () => {
        const id = await invited('n3@desk.example')
        return () => eng.post(`/api/users/${id}/email/resend`)
      },
    ],
  }
}
