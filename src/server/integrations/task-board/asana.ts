import type { Installation } from '../../db/installation.ts'
import type { AccountStore } from '../vendor-client/account-gate.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { createCalls, SYSTEM } from './asana-calls.ts'
import { type BoardListing, createListing } from './asana-listing.ts'
import * as asana from './asana-schemas.ts'
import {
  boardTask,
  fieldsOf,
  findByKey,
  hasKey,
  insertTask,
  mustRead,
  ownKey,
  readTask,
  type TaskCalls,
  withKey,
} from './asana-tasks.ts'
import { createSubscriptions } from './asana-webhooks.ts'
import type { TaskBoard } from './port.ts'

export interface AsanaDeps {
  token: string
  workspaceGid: string
  /** The custom field that holds the update level. */
  updateLevelField: string
  /** The mark of this workspace, which its tasks and comments carry. */
  installation: () => Promise<Installation>
  baseUrl: string
  timeoutMs?: number
  fetch?: typeof fetch
  accountStore?: AccountStore
  clock?: () => number
}

/** Finding, making and changing tasks. */
function createTasks(
  calls: TaskCalls,
  { noteWrite }: BoardListing,
): Pick<TaskBoard, 'getTask' | 'createTask' | 'updateTask' | 'moveTask' | 'addComment'> {
  const { client, at, listAll, sectionNamed, putIntoSection, updateLevelField } = calls
  return {
    async getTask(gid, boardGids) {
      const task = await readTask(calls, gid)
      return task && boardTask(task, updateLevelField, boardGids)
    },
    async createTask(task) {
      const { boardGid } = task
      const section = await sectionNamed(boardGid, task.section, 'create a task')
      const gid = (await findByKey(calls, task)) ?? (await insertTask(calls, task))
      await putIntoSection(gid, section)
      noteWrite(boardGid)
      return boardTask(await mustRead(calls, gid, 'create a task'), updateLevelField, [boardGid])
    },
    async updateTask(gid, change) {
      const { data } = await client.send({
        operation: 'change a task',
        method: 'PUT',
        path: `/tasks/${at(gid)}`,
        query: { opt_fields: asana.TASK_FIELDS },
        json: { data: await fieldsOf(calls, gid, change) },
        answer: asana.answerOf(asana.AsanaTask),
      })
      for (const { project } of data.memberships) noteWrite(project.gid)
      return boardTask(data, updateLevelField)
    },
    async moveTask(gid, boardGid, name) {
      await putIntoSection(gid, await sectionNamed(boardGid, name, 'move a task'))
      noteWrite(boardGid)
    },
    async addComment(gid, text, key, proceed) {
      const path = `/tasks/${at(gid)}/stories`
      const own = await ownKey(calls, key)
      const isOurs = (story: { text?: string | null | undefined }) => hasKey(story.text, own)
      const request = { operation: 'read comments', path, query: { opt_fields: asana.STORY_FIELDS } }
      const enough = (stories: { text?: string | null | undefined }[]) => stories.some(isOurs)
      if (enough(await listAll(request, asana.AsanaStory, { enough, proceed }))) return
      await proceed?.()
      const json = { data: { text: withKey(text, own) } }
      await client.send({ operation: 'comment on a task', method: 'POST', path, json, answer: asana.Nothing })
    },
  }
}

/** Asana as a task board. */
export function createAsanaBoard(deps: AsanaDeps): TaskBoard {
  const { token, workspaceGid, updateLevelField, installation, clock = Date.now, ...rest } = deps
  const client = createVendorClient({
    system: SYSTEM,
    headers: () => ({ authorization: `Bearer ${token}` }),
    vendorCode: asana.messageOf,
    clock,
    ...rest,
  })
  const calls = { ...createCalls(client, clock), updateLevelField, installation }
  const { at, listSections } = calls
  const listing = createListing(calls, clock)
  return {
    async searchTasks(text) {
      const query = { resource_type: 'task', query: text, count: 20, opt_fields: 'name' }
      const path = `/workspaces/${at(workspaceGid)}/typeahead`
      const request = { operation: 'search tasks', method: 'GET', path, query } as const
      const { data } = await client.send({ ...request, answer: asana.pageOf(asana.FoundTask) })
      return data.map(({ gid, name }) => ({ gid, name }))
    },
    ...createTasks(calls, listing),
    async findTasks(boardGid, { gids, names, isCurrent }) {
      const meant = new Set([...gids, ...names.map((name) => name.toLowerCase())])
      const tasks = await listing.list(boardGid, isCurrent)
      return tasks
        .filter(({ gid, name }) => meant.has(gid) || meant.has(name.toLowerCase()))
        .map((task) => boardTask(task, updateLevelField, [boardGid]))
    },
    listSections,
    ...createSubscriptions(calls),
    async check() {
      const path = `/workspaces/${at(workspaceGid)}/typeahead`
      const query = { resource_type: 'task', query: '', count: 1, opt_fields: 'name' }
      const answer = asana.pageOf(asana.FoundTask)
      await client.send({ operation: 'answer at all', method: 'GET', path, query, answer })
      return { adapter: SYSTEM, ok: true, detail: 'Asana answers with the configured token.' }
    },
  }
}
