import { SCREENS, screenPathOf } from '#shared/access/screens.ts'
import { type Db, transaction } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import * as store from './store.ts'

const MERGED_WITHIN_MS = 60_000
const REST_MAXIMUM = 2048
const REST_DEPTH = 8
/** NUL and halves of surrogate pairs, as JSON writes them; the database takes neither. */
const UNSTORABLE = /\\u(0000|d[89a-f])/i
const SECRET_KEY = /token|password|secret|authorization/i
const SECRET_ROUTES = new Set<string>([SCREENS.confirmation.path, SCREENS.resetPassword.path])

/** Whether lists and records lie in one another deeper than anybody means; a flood of brackets is not worth a walk. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** What came along with a visit, without what looks like a secret, and nothing at all when it is too much. */
export function cleanRest(rest: Record<string, unknown> | undefined): Record<string, unknown> {
  if (rest === undefined || isDeeper(rest, REST_DEPTH)) return {}
  const text = JSON.stringify(rest, (key, value) => (SECRET_KEY.test(key) ? undefined : value))
  if (text.length > REST_MAXIMUM || UNSTORABLE.test(text)) return {}
  return JSON.parse(text) as Record<string, unknown>
}

export function createActivityService({ db, clock }: { db: Db; clock: () => Date }) {
  return {
    /** Records a visit of one of our screens by the person signed in; every other address is passed over. */
    async recordVisit(
      actor: Actor,
      { url, restObject }: { url: string; restObject?: Record<string, unknown> | undefined },
    ) {
      const path = screenPathOf(url)
      if (path === null || SECRET_ROUTES.has(path)) return
      const now = clock()
      const visit = { userId: actor.id, roleId: actor.roleId, path, rest: cleanRest(restObject) }
      await transaction(db, async (tx) => {
        const since = new Date(now.getTime() - MERGED_WITHIN_MS)
        await store.lockVisitor(tx, actor.id)
        if (!(await store.mergeVisit(tx, visit, { since, now }))) await store.insertVisit(tx, visit, now)
      })
    },
  }
}

export type ActivityService = ReturnType<typeof createActivityService>
