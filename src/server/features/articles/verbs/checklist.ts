import { transaction } from '../../../db/connect.ts'
import { notFound } from '../../../errors.ts'
import type { Caller } from '../../../security/actor.ts'
import * as checklist from '../checklist-store.ts'
import { type ArticleParts, lockFor } from './access.ts'

export interface Tick {
  articleId: number
  position: number
  isDone: boolean
}

/** Says that something an article was meant to bring is there, or not yet. The text of the article stays as it is. */
export async function tickChecklist(
  { db, clock }: Pick<ArticleParts, 'db' | 'clock'>,
  actor: Caller,
  { articleId, position, isDone }: Tick,
): Promise<void> {
  await transaction(db, async (tx) => {
    await lockFor(tx, actor, 'edit', articleId)
    const done = isDone ? { doneAt: clock(), doneBy: actor.id } : { doneAt: null, doneBy: null }
    if (!(await checklist.tickEntry(tx, { articleId, position }, done))) throw notFound('Entry')
  })
}
