import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import * as checklist from '../checklist-store.ts'
import { type ArticleDeps, lockFor } from './access.ts'

export interface Tick {
  articleId: number
  position: number
  isDone: boolean
}

/** Says that something an article was meant to bring is there, or not yet. The text of the article stays as it is. */
export async function tickChecklist(
  { db, clock }: Pick<ArticleDeps, 'db' | 'clock'>,
  actor: Caller,
  { articleId, position, isDone }: Tick,
): Promise<void> {
  requires(actor, articleEndpoints.tick.access)
  await transaction(db, async (tx) => {
    const { title } = await lockFor(tx, actor, 'edit', articleId)
    const done = isDone ? { doneAt: clock(), doneBy: actor.id } : { doneAt: null, doneBy: null }
    if (!(await checklist.tickEntry(tx, { articleId, position }, done))) throw notFound('Entry')
    await audit(tx, actor, 'article.ticked', { id: articleId, label: title, after: { position, isDone } })
  })
}
