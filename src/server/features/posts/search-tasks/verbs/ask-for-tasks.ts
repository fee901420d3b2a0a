import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import { isStriking, type Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { searchTasksEndpoints, type WantedTask } from '#shared/features/posts/search-tasks/contract.ts'
import {
  aimsOf,
  listOfAim,
  type TaskAim,
  taskName,
  taskNotes,
} from '#shared/features/posts/search-tasks/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { MAKE_SEARCH_TASK, type SearchTaskDeps } from '../deps.ts'
import { type FoundProposal, findProposal } from '../queries.ts'
import * as store from '../store.ts'

interface Asked {
  wanted: WantedTask
  /** Id of the task, new or existing; null if none can be created. */
  id: number | null
  error: string | null
}

/** Why a proposal is no longer valid; null if it is. */
function refusalOf({ aim, query }: WantedTask, found: FoundProposal): string | null {
  if (found.boardGid === null) return `${found.siteName} has no task board.`
  if (aim === 'climb') return isStriking(found) ? null : `“${query}” is no longer in striking distance.`
  const place = found.rivals.findIndex(({ id }) => id === found.contentPostId)
  if (place === -1 || found.rivals.length < 2) return `This post no longer competes for “${query}”.`
  if (aimsOf(place === 0).some((each) => each === aim)) return null
  return place === 0 ? `This is now the post that keeps “${query}”.` : `Another post now keeps “${query}”.`
}

function wordsOf(publicUrl: string, { aim, query }: WantedTask, found: FoundProposal, period: Period) {
  const list = listOfAim(aim)
  const [keeper = null] = found.rivals
  const address = new URLSearchParams({ tab: list, period: String(period) })
  address.set(list === 'rivals' ? 'post' : 'query', query)
  return {
    name: taskName(aim, query, found.title),
    notes: taskNotes({
      aim,
      query,
      period,
      post: { title: found.title, address: found.permalink, keyword: found.keyword },
      clicks: found.clicks,
      impressions: found.impressions,
      position: found.position,
      kept: aim === 'keep' || aim === 'climb' ? null : keeper,
      other: found.other,
      source: `${publicUrl}/gsc-keywords?${address.toString()}`,
    }),
  }
}

/** Message for a task that was already requested with another aim. */
const alreadyAsked = (
  wanted: WantedTask,
  task: { id: number; aim: TaskAim; name: string } | undefined,
): Asked => ({
  wanted,
  id: task?.id ?? null,
  error: task === undefined || task.aim === wanted.aim ? null : `There’s already a task: ${task.name}`,
})

/**
 * Requests one task. An existing task stays, an abandoned one is made, and a failed or deleted one is
 * requested again.
 */
async function askForOne(
  deps: SearchTaskDeps,
  actor: Caller,
  wanted: WantedTask,
  period: Period,
): Promise<Asked> {
  requires(actor, searchTasksEndpoints.make.access)
  const { db, clock, publicUrl } = deps
  const { site_id: siteId, post_id: postId, aim } = wanted
  const query = keywordIdentity(wanted.query)
  return transaction(db, async (tx) => {
    const found = await findProposal(tx, { siteId, postId, query, period })
    if (!found) return { wanted, id: null, error: `This post no longer gets impressions for “${query}”.` }
    const { contentPostId } = found
    const list = listOfAim(aim)
    const known = await store.lockTask(tx, { contentPostId, list, query })
    if (known && known.state !== 'failed' && known.state !== 'gone') {
      if (known.state === 'pending') await deps.beginRun(tx, MAKE_SEARCH_TASK, { searchTaskId: known.id })
      return alreadyAsked(wanted, known)
    }
    const error = refusalOf({ ...wanted, query }, found)
    if (error !== null) return { wanted, id: known?.id ?? null, error }
    const words = wordsOf(publicUrl, { ...wanted, query }, found, period)
    const id = known
      ? await again(tx, known.id, { ...words, aim, userId: actor.id })
      : await store.insertTask(tx, {
          ...words,
          contentPostId,
          list,
          aim,
          query,
          userId: actor.id,
          createdAt: clock(),
        })
    // Another user has requested it at the same moment.
    if (id === undefined) {
      const theirs = await store.lockTask(tx, { contentPostId, list, query })
      return alreadyAsked(wanted, theirs)
    }
    await deps.beginRun(tx, MAKE_SEARCH_TASK, { searchTaskId: id })
    await audit(tx, actor, 'post.task-asked', { id: postId, label: words.name, after: { query, aim } })
    return { wanted, id, error: null }
  })
}

async function again(tx: Db, id: number, words: Parameters<typeof store.wishAgain>[2]): Promise<number> {
  await store.wishAgain(tx, id, words)
  return id
}

/** Requests tasks for proposals, one by one in the given order. */
export async function askForTasks(
  deps: SearchTaskDeps,
  actor: Caller,
  { period, tasks }: { period: Period; tasks: readonly WantedTask[] },
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const wanted of tasks) asked.push(await askForOne(deps, actor, wanted, period))
  return asked
}
