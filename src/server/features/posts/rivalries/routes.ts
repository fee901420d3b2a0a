import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { rivalriesEndpoints } from '#shared/features/posts/rivalries/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { notFound } from '../../../errors.ts'
import { presentExport } from '../../ground/area.ts'
import type { RivalriesDeps } from './deps.ts'
import { presentRivalDays, presentRivalry } from './present.ts'
import { listRivalries, readRivalDays } from './queries.ts'
import { CANNIBALISATION } from './rivalry-files.ts'
import { leaveRivalry, takeUpRivalry } from './verbs/leave-rivalry.ts'

export function rivalriesHandlers(deps: RivalriesDeps): Handlers<typeof rivalriesEndpoints> {
  const { db } = deps
  return {
    async list({ query }) {
      const { total, lost, rows } = await listRivalries(db, query)
      return {
        nodes: rows.map((row) => presentRivalry(row, query.period)),
        totalCount: total,
        lost,
      }
    },
    async file({ actor, query }) {
      return presentExport(await deps.exports.startExport(actor, CANNIBALISATION, query))
    },
    async leave({ actor, body: { query, period } }) {
      await leaveRivalry(deps, actor, { query: keywordIdentity(query), period })
    },
    async takeUp({ actor, body: { query, period } }) {
      await takeUpRivalry(deps, actor, { query: keywordIdentity(query), period })
    },
    async days({ query: { query, period } }) {
      const found = await readRivalDays(db, { query: keywordIdentity(query), period })
      const days = presentRivalDays(found, period)
      if (days === null) throw notFound('Query')
      return days
    },
  }
}
