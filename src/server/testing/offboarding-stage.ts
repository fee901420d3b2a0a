import { directoryAccounts } from '../db/schema/directory.ts'
import { fullNameOf } from '../db/sql/full-name.ts'
import { type Api, startApi } from './api.ts'
import { buildSite, buildUser } from './builders.ts'

export const RUNS = '/api/users/offboarding-runs'

/** A server with a site and an administrator, for offboarding users. */
export async function offboardingStage() {
  const api: Api = await startApi()
  const adm = await api.as('adm')
  const { id: siteId } = await buildSite(api.database.db, { code: 'hs', displayName: 'Hearthside' })

  let people = 0
  /** Somebody with an account here and one of a chat. */
  async function leaver() {
    people += 1
    const email = `leaver${people}@desk.example`
    const names = { firstName: 'Ruth', lastName: `Leaver ${people}` }
    const { id } = await buildUser(api.database.db, { roleId: 'opm', username: email, ...names })
    await api.database.db
      .insert(directoryAccounts)
      .values({ system: 'Chat', email, handle: `leaver-${people}`, active: true })
    return { id, email, name: fullNameOf(names) }
  }

  return {
    api,
    adm,
    siteId,
    leaver,
    start: (email: string, more: object = {}) => adm.post(RUNS, { email, ...more }),
    read: async (id: number) => (await adm.get(`${RUNS}/${id}`)).body,
    addRules: (ownerId: number, count: number) =>
      api.database.pool.query(
        `insert into alert_rules (owner_id, name, kind, against, threshold, least, cool_down_days, is_on, roles, changed_at)
         select $1, 'Falls ' || g, 'earnings-fell', 'before', 10, 5, 7, true, '{}', now() from generate_series(1, $2::int) g`,
        [ownerId, count],
      ),
  }
}
export type OffboardingStage = Awaited<ReturnType<typeof offboardingStage>>
