import { USUAL_PERIOD } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { searchTasksEndpoints } from '#shared/features/posts/search-tasks/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { SearchTaskDeps } from './deps.ts'
import { presentProposal, presentTask } from './present.ts'
import { findPostProposal, listTasks } from './queries.ts'
import { askForTasks } from './verbs/ask-for-tasks.ts'

export const searchTaskHandlers = (deps: SearchTaskDeps): Handlers<typeof searchTasksEndpoints> => ({
  async list({ query }) {
    return (await listTasks(deps.db, query.ids ?? [])).map(presentTask)
  },
  async proposal({ query: { site, post_id: postId } }) {
    const period = USUAL_PERIOD
    const found = await findPostProposal(deps.db, { site, postId, period })
    return { proposal: found ? presentProposal(found, period) : null }
  },
  async make({ actor, body }) {
    const asked = await askForTasks(deps, actor, body)
    const ids = asked.flatMap(({ id }) => id ?? [])
    const tasks = new Map((await listTasks(deps.db, ids)).map((task) => [task.id, presentTask(task)]))
    return asked.map(({ wanted, id, error }) => ({
      post_id: wanted.post_id,
      site_id: wanted.site_id,
      query: wanted.query,
      task: id === null ? null : (tasks.get(id) ?? null),
      error,
    }))
  },
})
