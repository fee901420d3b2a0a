import { mayLinkKeywords, NOT_YOUR_KEYWORDS } from '#shared/features/articles/rules.ts'
import type { Caller } from '../../security/actor.ts'
import { listArticlesOfTasks } from './mirror-store.ts'
import type { ArticleParts } from './verbs/access.ts'

/** Tasks to choose from, with why the caller may not take one over; no text finds nothing. */
export async function searchTasks({ db, taskBoard }: ArticleParts, actor: Caller, text: string) {
  const tasks = text === '' ? [] : await taskBoard.searchTasks(text)
  const taken = await listArticlesOfTasks(
    db,
    tasks.map(({ gid }) => gid),
  )
  const closed = new Set(taken.flatMap((article) => (mayLinkKeywords(actor, article) ? [] : [article.gid])))
  return tasks.map(({ name, gid }) => ({
    name,
    gid,
    ...(closed.has(gid) ? { refused: NOT_YOUR_KEYWORDS } : {}),
  }))
}
