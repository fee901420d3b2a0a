import type { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient, type VendorClient, type VendorRequest } from '../vendor-client/vendor-client.ts'
import * as asana from './asana-schemas.ts'
import type { BoardSection, BoardTask, NewTask, TaskBoard, TaskChange } from './port.ts'

const SYSTEM = 'Asana'
const PAGE = 100
/** A board of more tasks than this is searched no further. */
const MOST_PAGES = 100
const CLOCK_SKEW_MS = 10 * 60_000
const SECTIONS_KEPT_MS = 5 * 60_000

/** Which changes we are told about. */
const FILTERS = [
  { resource_type: 'task', action: 'added' },
  { resource_type: 'task', action: 'changed', fields: ['name', 'notes', 'custom_fields', 'completed'] },
  { resource_type: 'task', action: 'deleted' },
]

export interface AsanaParts {
  token: string
  workspaceGid: string
  /** The custom field that holds the update level. */
  updateLevelField: string
  baseUrl: string
  timeoutMs?: number
  fetch?: typeof fetch
  clock?: () => number
}

/** The key as the last line of a text, by which what was written once is found again. */
const keyLine = (key: string) => `[copydesk:${key}]`
const KEY_LINE = /\n*\[copydesk:[^\]\n]*\]\s*$/
const withKey = (text: string, key: string) => (text === '' ? keyLine(key) : `${text}\n\n${keyLine(key)}`)
const hasKey = (text: string | null | undefined, key: string) =>
  text?.trimEnd().endsWith(keyLine(key)) ?? false

function boardTask(task: asana.Task, field: string, boardGids: readonly string[] = []): BoardTask {
  const places = new Map(task.memberships.map((place) => [place.project.gid, place]))
  const wanted = boardGids.find((gid) => places.has(gid))
  const place = wanted === undefined ? task.memberships[0] : places.get(wanted)
  return {
    gid: task.gid,
    name: task.name,
    notes: task.notes.replace(KEY_LINE, ''),
    url: task.permalink_url,
    boardGid: place?.project.gid ?? null,
    section: place?.section?.name ?? null,
    sectionGid: place?.section?.gid ?? null,
    isCompleted: task.completed,
    priority: task.custom_fields.find(({ name }) => name === field)?.display_value ?? null,
    modifiedAt: task.modified_at,
  }
}

function refusal(operation: string, advice: string): IntegrationError {
  return new IntegrationError(advice, { system: SYSTEM, operation, kind: 'invalid', advice })
}

/** The calls that several methods need. Ids come from outside and never leave their place in a path. */
function createCalls(client: VendorClient, clock: () => number) {
  const sections = new Map<string, { readAt: number; list: BoardSection[] }>()
  const at = (gid: string) => encodeURIComponent(gid)

  async function listAll<Item>(
    request: Pick<VendorRequest<unknown>, 'operation' | 'path' | 'query'>,
    item: z.ZodType<Item>,
    enough: (items: Item[]) => boolean = () => false,
  ): Promise<Item[]> {
    const found: Item[] = []
    let offset: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer = await client.send({
        ...request,
        method: 'GET',
        query: { limit: PAGE, offset, ...request.query },
        answer: asana.pageOf(item),
      })
      found.push(...answer.data)
      offset = answer.next_page?.offset
      if (offset === undefined || enough(answer.data)) break
    }
    return found
  }

  async function listSections(boardGid: string): Promise<BoardSection[]> {
    const path = `/projects/${at(boardGid)}/sections`
    const request = { operation: 'list sections', path, query: { opt_fields: 'name' } }
    const list = await listAll<BoardSection>(request, asana.Section)
    sections.set(boardGid, { readAt: clock(), list })
    return list
  }

  /** A section that is not in the list that we remember may be new. */
  async function sectionNamed(boardGid: string, name: string, operation: string): Promise<BoardSection> {
    const known = sections.get(boardGid)
    const isFresh = known !== undefined && clock() - known.readAt < SECTIONS_KEPT_MS
    const named = (list: readonly BoardSection[]) => list.find((section) => section.name === name)
    const found = (isFresh ? named(known.list) : undefined) ?? named(await listSections(boardGid))
    if (!found) throw refusal(operation, `The board has no section “${name}”.`)
    return found
  }

  return {
    at,
    listAll,
    listSections,
    sectionNamed,
    putIntoSection: (taskGid: string, section: BoardSection) =>
      client.send({
        operation: 'move a task',
        method: 'POST',
        path: `/sections/${at(section.gid)}/addTask`,
        json: { data: { task: taskGid } },
        answer: asana.Nothing,
        isRepeatable: true,
      }),
  }
}

/** Asana as a task board. */
export function createAsanaBoard(parts: AsanaParts): TaskBoard {
  const { token, workspaceGid, updateLevelField, clock = Date.now, ...rest } = parts
  const client = createVendorClient({
    system: SYSTEM,
    headers: () => ({ authorization: `Bearer ${token}` }),
    vendorCode: asana.messageOf,
    clock,
    ...rest,
  })
  const { at, listAll, listSections, sectionNamed, putIntoSection } = createCalls(client, clock)

  async function readTask(gid: string): Promise<asana.Task | null> {
    const request = {
      operation: 'read a task',
      path: `/tasks/${at(gid)}`,
      query: { opt_fields: asana.TASK_FIELDS },
    }
    return orNull(client.send({ ...request, method: 'GET', answer: asana.answerOf(asana.Task) }))
  }

  /** The value that stands for an update level: of a list, the number of its entry; otherwise the words themselves. */
  async function levelField(boardGid: string, level: string | null): Promise<Record<string, string | null>> {
    const path = `/projects/${at(boardGid)}/custom_field_settings`
    const request = { operation: 'read the update levels', path, query: { opt_fields: asana.FIELD_FIELDS } }
    const settings = await listAll(request, asana.FieldSetting)
    const field = settings.find(({ custom_field: { name } }) => name === updateLevelField)?.custom_field
    if (!field) throw refusal('set the update level', `The board has no field “${updateLevelField}”.`)
    if (level === null || !field.enum_options) return { [field.gid]: level }
    const option = field.enum_options.find(({ name, enabled }) => enabled && name === level)
    if (!option)
      throw refusal('set the update level', `The field “${updateLevelField}” has no entry “${level}”.`)
    return { [field.gid]: option.gid }
  }

  /** The clocks of two machines are never the same: a little earlier is early enough. */
  async function findByKey({ boardGid, key, keyedSince }: NewTask): Promise<string | undefined> {
    const since = keyedSince && new Date(keyedSince.getTime() - CLOCK_SKEW_MS).toISOString()
    const isOurs = ({ notes }: { notes: string }) => hasKey(notes, key)
    const query = { project: boardGid, modified_since: since, opt_fields: asana.NOTE_FIELDS }
    const request = { operation: 'look for a task', path: '/tasks', query }
    return (await listAll(request, asana.TaskNotes, (tasks) => tasks.some(isOurs))).find(isOurs)?.gid
  }

  async function insertTask({ boardGid, name, notes, key, priority }: NewTask): Promise<string> {
    const custom_fields = priority === undefined ? undefined : await levelField(boardGid, priority)
    const { data } = await client.send({
      operation: 'create a task',
      method: 'POST',
      path: '/tasks',
      query: { opt_fields: 'name' },
      json: {
        data: {
          name,
          notes: withKey(notes, key),
          projects: [boardGid],
          ...(custom_fields ? { custom_fields } : {}),
        },
      },
      answer: asana.answerOf(asana.FoundTask),
    })
    return data.gid
  }

  async function mustRead(gid: string, operation: string): Promise<asana.Task> {
    const task = await readTask(gid)
    if (task) return task
    const advice = 'The task is not on the board any more.'
    throw new IntegrationError(advice, { system: SYSTEM, operation, kind: 'not_found', advice })
  }

  async function fieldsOf(gid: string, { name, notes, isCompleted, priority }: TaskChange) {
    const needsTask = notes !== undefined || priority !== undefined
    const task = needsTask ? await mustRead(gid, 'change a task') : null
    const [ownLine = ''] = KEY_LINE.exec(task?.notes ?? '') ?? []
    const board = task?.memberships[0]?.project.gid
    return {
      ...(name === undefined ? {} : { name }),
      ...(notes === undefined ? {} : { notes: notes + ownLine }),
      ...(isCompleted === undefined ? {} : { completed: isCompleted }),
      ...(priority === undefined || board === undefined
        ? {}
        : { custom_fields: await levelField(board, priority) }),
    }
  }

  return {
    async searchTasks(text) {
      const query = { resource_type: 'task', query: text, count: 20, opt_fields: 'name' }
      const path = `/workspaces/${at(workspaceGid)}/typeahead`
      const request = { operation: 'search tasks', method: 'GET', path, query } as const
      const { data } = await client.send({ ...request, answer: asana.pageOf(asana.FoundTask) })
      return data.map(({ gid, name }) => ({ gid, name }))
    },
    async getTask(gid, boardGids) {
      const task = await readTask(gid)
      return task && boardTask(task, updateLevelField, boardGids)
    },
    async createTask(task) {
      const { boardGid } = task
      const section = await sectionNamed(boardGid, task.section, 'create a task')
      const gid = (await findByKey(task)) ?? (await insertTask(task))
      await putIntoSection(gid, section)
      return boardTask(await mustRead(gid, 'create a task'), updateLevelField, [boardGid])
    },
    async updateTask(gid, change) {
      const { data } = await client.send({
        operation: 'change a task',
        method: 'PUT',
        path: `/tasks/${at(gid)}`,
        query: { opt_fields: asana.TASK_FIELDS },
        json: { data: await fieldsOf(gid, change) },
        answer: asana.answerOf(asana.Task),
      })
      return boardTask(data, updateLevelField)
    },
    async moveTask(gid, boardGid, name) {
      await putIntoSection(gid, await sectionNamed(boardGid, name, 'move a task'))
    },
    async addComment(gid, text, key) {
      const path = `/tasks/${at(gid)}/stories`
      const isOurs = (story: { text?: string | null | undefined }) => hasKey(story.text, key)
      const request = { operation: 'read comments', path, query: { opt_fields: asana.STORY_FIELDS } }
      if ((await listAll(request, asana.Story, (stories) => stories.some(isOurs))).some(isOurs)) return
      const json = { data: { text: withKey(text, key) } }
      await client.send({ operation: 'comment on a task', method: 'POST', path, json, answer: asana.Nothing })
    },
    listSections,
    ...subscriptions(client, at),
    async check() {
      const path = `/workspaces/${at(workspaceGid)}/typeahead`
      const query = { resource_type: 'task', query: '', count: 1, opt_fields: 'name' }
      await client.send({ operation: 'answer at all', method: 'GET', path, query, answer: asana.Nothing })
      return { adapter: SYSTEM, ok: true, detail: 'Asana answers with the configured token.' }
    },
  }
}

function subscriptions(
  client: VendorClient,
  at: (gid: string) => string,
): Pick<TaskBoard, 'subscribe' | 'getSubscription' | 'unsubscribe'> {
  const present = ({ gid, active, target }: z.infer<typeof asana.Webhook>) => ({
    remoteId: gid,
    isActive: active,
    target,
  })
  const query = { opt_fields: asana.WEBHOOK_FIELDS }
  return {
    async subscribe(boardGid, target) {
      const json = { data: { resource: boardGid, target, filters: FILTERS } }
      const request = { operation: 'subscribe', method: 'POST', path: '/webhooks', query, json } as const
      return present((await client.send({ ...request, answer: asana.answerOf(asana.Webhook) })).data)
    },
    async getSubscription(gid) {
      const request = {
        operation: 'read a subscription',
        method: 'GET',
        path: `/webhooks/${at(gid)}`,
        query,
      } as const
      const found = await orNull(client.send({ ...request, answer: asana.answerOf(asana.Webhook) }))
      return found && present(found)
    },
    async unsubscribe(gid) {
      const request = { operation: 'unsubscribe', method: 'DELETE', path: `/webhooks/${at(gid)}` } as const
      await orNull(client.send({ ...request, answer: asana.answerOf(asana.Nothing) }))
    },
  }
}

/** What the other side does not know is no failure here. */
async function orNull<Data>(answer: Promise<{ data: Data }>): Promise<Data | null> {
  try {
    return (await answer).data
  } catch (error) {
    if (error instanceof IntegrationError && error.kind === 'not_found') return null
    throw error
  }
}
