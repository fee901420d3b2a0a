import type { searchTasksEndpoints } from '#shared/features/search-tasks/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { SearchTaskParts } from './parts.ts'
import { presentTask } from './present.ts'
import { listTasks } from './queries.ts'
import { askForTasks } from './verbs/ask-for-tasks.ts'

export const searchTaskHandlers = (parts: SearchTaskParts): Handlers<typeof searchTasksEndpoints> => ({
  async list({ query }) {
    return (await listTasks(parts.db, query.ids ?? [])).map(presentTask)
  },
  async make({ actor, body }) {
    const asked = await askForTasks(parts, actor, body)
    const ids = asked.flatMap(({ id }) => id ?? [])
    const tasks = new Map((await listTasks(parts.db, ids)).map((task) => [task.id, presentTask(task)]))
    return asked.map(({ wanted, id, error }) => ({
      post_id: wanted.post_id,
      site_id: wanted.site_id,
      query: wanted.query,
      task: id === null ? null : (tasks.get(id) ?? null),
      error,
    }))
  },
})
