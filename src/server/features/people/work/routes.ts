import type { workEndpoints } from '#shared/features/people/work/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import type { UsersService } from '../../ground/area.ts'
import { presentPiece } from './present.ts'
import { countByStatus, listLatest } from './queries.ts'

export interface WorkDeps {
  db: Db
  users: Pick<UsersService, 'readUser'>
}

export function workHandlers({ db, users }: WorkDeps): Handlers<typeof workEndpoints> {
  return {
    async readOwn({ actor }) {
      const [statuses, latest] = await Promise.all([
        countByStatus(db, actor.id),
        listLatest(db, actor.id, { withDrafts: true }),
      ])
      return { statuses, nodes: latest.map(presentPiece) }
    },
    async readOf({ actor, params }) {
      const { id } = await users.readUser(actor, params.id)
      const latest = await listLatest(db, id, { withDrafts: id === actor.id })
      return latest.map(presentPiece)
    },
  }
}
