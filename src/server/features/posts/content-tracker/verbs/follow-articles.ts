import { dayAt } from '#shared/format/day.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { followArticles } from '../article-store.ts'
import { recomputePosts, recomputeProductEarnings, recomputeRisks } from '../store.ts'

export interface FollowDeps {
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
}

/** Makes the post of an article say what the article says, within the transaction that changes it. */
export async function followArticle(
  tx: Db,
  {
    articleId,
    now,
    timeZone,
    isTextChanged,
  }: { articleId: number; now: Date; timeZone: string; isTextChanged: boolean },
): Promise<void> {
  const ids = await followArticles(tx, { articleId, now, isTextChanged })
  if (ids.length === 0) return
  await recomputePosts(tx, { today: dayAt(now, timeZone), now, only: ids })
}

/** The same for all articles, and for all that counts by the day: a day has begun, or something was not heard of. */
export async function followAll({ db, clock, timeZone }: FollowDeps & { db: Db }): Promise<void> {
  const now = clock()
  const today = dayAt(now, timeZone)
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    await followArticles(tx, { now })
  })
  await transaction(db, async (tx) => {
    await allowBulk(tx)
    await recomputePosts(tx, { today, now })
    await recomputeProductEarnings(tx, { today })
    await recomputeRisks(tx)
  })
}
