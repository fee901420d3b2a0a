import type { Installation } from '../../db/installation.ts'
import { IntegrationError } from '../integration-error.ts'
import { type AsanaCalls, orNull, refusal, SYSTEM } from './asana-calls.ts'
import * as asana from './asana-schemas.ts'
import type { BoardTask, NewTask, TaskChange } from './port.ts'

const CLOCK_SKEW_MS = 10 * 60_000

export interface TaskCalls extends AsanaCalls {
  /** The custom field that holds the update level. */
  updateLevelField: string
  installation: () => Promise<Installation>
}

/** Idempotency key in the last line of a text, by which it is found again. */
const KEY = '[copydesk:'
const keyLine = (key: string) => `${KEY}${key}]`
/** Two workspaces on one board count their articles from one alike: a key says whose it is. */
export const ownKey = async ({ installation }: TaskCalls, key: string) =>
  `${(await installation()).id}/${key}`
/**
 * Where a key at the end of a text begins, including the empty lines before it; the text's length without a
 * key.
 */
function keyStart(text: string): number {
  const words = text.trimEnd()
  const key = words.lastIndexOf(KEY)
  const inner = words.slice(key + 1, -1)
  if (key === -1 || !words.endsWith(']') || /[\]\n]/.test(inner)) return text.length
  let start = key
  while (text.charAt(start - 1) === '\n') start -= 1
  return start
}
export const withKey = (text: string, key: string) =>
  text === '' ? keyLine(key) : `${text}\n\n${keyLine(key)}`
export const hasKey = (text: string | null | undefined, key: string) =>
  text?.trimEnd().endsWith(keyLine(key)) ?? false

/** Converts a task. If it is on several boards, the first wanted one counts. */
export function boardTask(
  task: asana.AsanaTask,
  field: string,
  boardGids: readonly string[] = [],
): BoardTask {
  const places = new Map(task.memberships.map((place) => [place.project.gid, place]))
  const wanted = boardGids.find((gid) => places.has(gid))
  const place = wanted === undefined ? task.memberships[0] : places.get(wanted)
  return {
    gid: task.gid,
    name: task.name,
    notes: task.notes.slice(0, keyStart(task.notes)),
    url: task.permalink_url,
    boardGid: place?.project.gid ?? null,
    section: place?.section?.name ?? null,
    sectionGid: place?.section?.gid ?? null,
    isCompleted: task.completed,
    priority: task.custom_fields.find(({ name }) => name === field)?.display_value ?? null,
    modifiedAt: task.modified_at,
  }
}

export async function readTask({ client, at }: AsanaCalls, gid: string): Promise<asana.AsanaTask | null> {
  const request = {
    operation: 'read a task',
    path: `/tasks/${at(gid)}`,
    query: { opt_fields: asana.TASK_FIELDS },
  }
  return orNull(client.send({ ...request, method: 'GET', answer: asana.answerOf(asana.AsanaTask) }))
}

/** Value of an update level: the id of the option for a list, otherwise the text itself. */
async function levelField(
  { at, listAll, updateLevelField }: TaskCalls,
  boardGid: string,
  level: string | null,
): Promise<Record<string, string | null>> {
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
export async function findByKey(
  calls: TaskCalls,
  { boardGid, key, keyedSince, proceed }: NewTask,
): Promise<string | undefined> {
  const own = await ownKey(calls, key)
  const since = keyedSince && new Date(keyedSince.getTime() - CLOCK_SKEW_MS).toISOString()
  const isOurs = ({ notes }: { notes: string }) => hasKey(notes, own)
  const query = { project: boardGid, modified_since: since, opt_fields: asana.NOTE_FIELDS }
  const request = { operation: 'look for a task', path: '/tasks', query }
  const enough = (tasks: { notes: string }[]) => tasks.some(isOurs)
  return (await calls.listAll(request, asana.TaskNotes, { enough, proceed })).find(isOurs)?.gid
}

export async function insertTask(
  calls: TaskCalls,
  { boardGid, name, notes, key, priority, proceed }: NewTask,
): Promise<string> {
  const custom_fields = priority === undefined ? undefined : await levelField(calls, boardGid, priority)
  await proceed?.()
  const { data } = await calls.client.send({
    operation: 'create a task',
    method: 'POST',
    path: '/tasks',
    query: { opt_fields: 'name' },
    json: {
      data: {
        name,
        notes: withKey(notes, await ownKey(calls, key)),
        projects: [boardGid],
        ...(custom_fields ? { custom_fields } : {}),
      },
    },
    answer: asana.answerOf(asana.FoundTask),
  })
  return data.gid
}

export async function mustRead(calls: AsanaCalls, gid: string, operation: string): Promise<asana.AsanaTask> {
  const task = await readTask(calls, gid)
  if (task) return task
  const advice = 'The task is no longer on the board.'
  throw new IntegrationError(advice, { system: SYSTEM, operation, kind: 'not_found', advice })
}

export async function fieldsOf(
  calls: TaskCalls,
  gid: string,
  { name, notes, isCompleted, priority }: TaskChange,
) {
  const needsTask = notes !== undefined || priority !== undefined
  const task = needsTask ? await mustRead(calls, gid, 'change a task') : null
  const ownLine = task?.notes.slice(keyStart(task.notes)) ?? ''
  const board = task?.memberships[0]?.project.gid
  return {
    ...(name === undefined ? {} : { name }),
    ...(notes === undefined ? {} : { notes: notes + ownLine }),
    ...(isCompleted === undefined ? {} : { completed: isCompleted }),
    ...(priority === undefined || board === undefined
      ? {}
      : { custom_fields: await levelField(calls, board, priority) }),
  }
}
