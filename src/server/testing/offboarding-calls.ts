import { directoryAccounts } from '../db/schema/directory.ts'
import type { Api } from './api.ts'
import { buildUser } from './builders.ts'
import type { WritingCall } from './writing-call.ts'

const RUNS = '/api/users/offboarding-runs'

/** The calls that end somebody's work here, for the list of all that write. */
export async function offboardingCalls(api: Api): Promise<Record<string, WritingCall>> {
  const adm = await api.as('adm')
  const known = ['one', 'another', 'a-third'].map((who) => `${who}-who-left@desk.example`)
  await api.database.db
    .insert(directoryAccounts)
    .values(known.map((email) => ({ system: 'Left', email, handle: email })))
    .onConflictDoNothing()
  /** A run that has ended, and of which something is left to repeat. */
  async function ended(email: string): Promise<number> {
    const { body } = await adm.post(RUNS, { email })
    await api.app.queue.drain()
    await api.database.pool.query("update offboarding_systems set state = 'failed' where run_id = $1", [
      body.run_id,
    ])
    return body.run_id
  }
  return {
    'offboarding.start': [
      'adm',
      'access.run-started',
      async () => () => adm.post(RUNS, { email: 'one-who-left@desk.example' }),
    ],
    'offboarding.repeat': [
      'adm',
      'access.run-repeated',
      async () => {
        const id = await ended('another-who-left@desk.example')
        return () => adm.post(`${RUNS}/${id}/repeat`)
      },
    ],
    'offboarding.handOver': [
      'adm',
      'user.work-handed-over',
      async () => {
        const names = { firstName: 'Lea', lastName: 'Left', username: 'left-work@desk.example' }
        const { id } = await buildUser(api.database.db, { roleId: 'opm', ...names })
        await api.database.pool.query('update users set active = false where id = $1', [id])
        return () => adm.post(`/api/users/${id}/hand-over`, { heir_id: adm.id })
      },
    ],
    'offboarding.export': [
      'adm',
      'file.asked',
      async () => {
        const id = await ended('a-third-who-left@desk.example')
        return () => adm.post(`${RUNS}/${id}/export`)
      },
    ],
  }
}
