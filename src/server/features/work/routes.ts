import type { WorkPiece, workEndpoints } from '#shared/features/work/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { Db } from '../../db/connect.ts'
import { presentUserName } from '../users/present.ts'
import type { UsersService } from '../users/service.ts'
import { countByStatus, listLatest } from './queries.ts'

function presentPiece({ article, last, user }: Awaited<ReturnType<typeof listLatest>>[number]): WorkPiece {
  return {
    article_id: article.id,
    title: article.title,
    status: article.status,
    site_id: article.siteId,
    last: last && {
      action: last.action,
      user: user && presentUserName(user),
      created_at: last.createdAt.toISOString(),
    },
    updated_at: article.updatedAt.toISOString(),
  }
}

export interface WorkParts {
  db: Db
  users: Pick<UsersService, 'readUser'>
}

export function workHandlers({ db, users }: WorkParts): Handlers<typeof workEndpoints> {
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
      return { nodes: latest.map(presentPiece) }
    },
  }
}
