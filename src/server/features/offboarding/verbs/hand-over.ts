import type { HandedOver } from '#shared/features/offboarding/contract.ts'
import { transaction } from '../../../db/connect.ts'
import type { Caller } from '../../../security/actor.ts'
import type { OffboardingParts } from '../parts.ts'
import { findPerson, findUser, readHeldWork } from '../queries.ts'
import * as store from '../store.ts'

/** Releases the reviews of whoever leaves, and gives their open articles to whom the run names: all at once, and once. */
export async function handOver(
  parts: OffboardingParts,
  actor: Caller,
  run: store.OffboardingRow,
): Promise<void> {
  await transaction(parts.db, async (tx) => {
    const locked = await store.lockRun(tx, run.id)
    if (!locked || locked.handedOver !== null) return
    const [person, heir] = [
      await findPerson(tx, run.email),
      run.heirId === null ? undefined : await findUser(tx, run.heirId),
    ]
    const done: HandedOver = { heir: null, articles: [], claims: [], faults: [] }
    if (person) {
      const held = await readHeldWork(tx, person.id, parts.clock())
      done.claims = held.claims
      for (const { article_id: articleId } of held.claims)
        await parts.claims.releaseOf(tx, actor, { articleId, userId: person.id })
      done.articles = held.articles
      if (heir?.active) {
        done.heir = `${heir.firstName} ${heir.lastName}`
        const to = { fromId: person.id, toId: heir.id, toName: done.heir }
        for (const { article_id: articleId } of held.articles)
          await parts.articles.handOverArticle(tx, actor, { articleId, ...to })
      } else if (run.heirId !== null)
        done.faults.push('Who was to have the open articles is locked by now; they stay where they are.')
    }
    await store.setHandedOver(tx, run.id, done)
  })
}
