import { grantsOf } from '#shared/access/roles.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import {
  mayHave,
  type SharedKind,
  type WorkCounts,
  workWords,
} from '#shared/features/people/offboarding/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import type { OffboardingDeps } from '../deps.ts'
import type { FoundUser } from '../queries.ts'

/**
 * Functions that hand over each kind of shared work in the caller's transaction, as far as the heir may use
 * it. Each returns the ids that it handed over.
 */
export function shareGivers(
  deps: Pick<OffboardingDeps, 'views' | 'rules' | 'savedQueries'>,
  { person, heir }: { person: FoundUser; heir: FoundUser },
): Readonly<Record<SharedKind, (tx: Db, actor: Caller) => Promise<number[]>>> {
  const both = { fromId: person.id, toId: heir.id }
  const grants = grantsOf(heir.roleId)
  const nothing = async () => []
  return {
    views: (tx, actor) =>
      deps.views.handOverViews(tx, actor, { ...both, fromName: fullNameOf(person), grants }),
    rules: mayHave('rules', grants)
      ? (tx, actor) => deps.rules.handOverRules(tx, actor, { ...both, toName: fullNameOf(heir) })
      : nothing,
    queries: mayHave('queries', grants)
      ? (tx, actor) => deps.savedQueries.handOverQueries(tx, actor, both)
      : nothing,
  }
}

interface Given {
  heirId: number
  articles: readonly { article_id: number }[]
  counts: WorkCounts
}

/** Sends the heir one notice about everything handed over, in the same transaction. */
export async function tellHeir(
  { notices }: Pick<OffboardingDeps, 'notices'>,
  tx: Db,
  actor: Caller,
  { heirId, articles, counts }: Given,
): Promise<void> {
  requires(actor, offboardingEndpoints.handOver.access)
  const pieces = workWords({ ...counts, articles: articles.length })
  if (pieces.length === 0) return
  const [article] = articles
  const isOne = article !== undefined && pieces.length === 1 && articles.length === 1
  await notices.notify(tx, {
    ...{ userId: heirId, actorId: actor.id },
    ...(isOne
      ? { kind: 'handed-over', articleId: article.article_id }
      : { kind: 'work-handed-over', words: pieces.join(', ') }),
  })
}
