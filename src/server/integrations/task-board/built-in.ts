import { randomBytes, randomInt } from 'node:crypto'
import { type Db, transaction } from '../../db/connect.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import * as store from './board-store.ts'
import { announce, type DeliveryDeps, deliveryJob, SYSTEM, shakeHands } from './deliveries.ts'
import type { BoardTask, BuiltInBoard, TaskBoard, TaskChange } from './port.ts'

const MOST_FOUND = 20
/** Most tasks per section, and comments per task. */
const MOST_SHOWN = 100

export interface BuiltInBoardDeps extends DeliveryDeps {
  /** Sections of a new board. */
  sections: readonly string[]
}

/** A new id for a board, section or task: 16 digits, like those of the boards it replaces. */
export const newGid = () => `1${digits(8)}${digits(7)}`
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

function refusal(kind: IntegrationErrorKind, operation: string, message: string): IntegrationError {
  return new IntegrationError(message, { system: SYSTEM, operation, kind, advice: message })
}

const present = ({ task, section }: store.PlacedTask): BoardTask => ({
  gid: task.gid,
  name: task.name,
  notes: task.notes,
  // A path on this server, so that it does not depend on the server's name.
  url: `/board/task/${task.gid}`,
  boardGid: task.boardGid,
  section: section.name,
  sectionGid: section.gid,
  isCompleted: task.isCompleted,
  priority: task.priority,
  modifiedAt: task.modifiedAt,
})

async function sectionsOf(
  { sections }: BuiltInBoardDeps,
  tx: Db,
  boardGid: string,
): Promise<store.SectionRecord[]> {
  const known = await store.listSections(tx, boardGid)
  if (known.length > 0) return known
  await store.insertSections(
    tx,
    sections.map((name, position) => ({ gid: newGid(), boardGid, name, position })),
  )
  return store.listSections(tx, boardGid)
}

async function mustFind(tx: Db, gid: string, operation: string): Promise<store.PlacedTask> {
  const found = await store.findTask(tx, gid)
  if (!found) throw refusal('not_found', operation, 'The task is no longer on the board.')
  return found
}

/** Writes the differences and notifies subscribers; does nothing without differences. */
async function change(
  deps: BuiltInBoardDeps,
  tx: Db,
  gid: string,
  values: TaskChange,
): Promise<store.PlacedTask> {
  const { task } = await mustFind(tx, gid, 'change a task')
  const news = Object.entries(values).filter(
    ([field, value]) => value !== undefined && value !== task[field as keyof TaskChange],
  )
  if (news.length === 0) return mustFind(tx, gid, 'change a task')
  await store.updateTask(tx, gid, { ...Object.fromEntries(news), modifiedAt: deps.clock() })
  for (const [field] of news) {
    const what = { field: field === 'isCompleted' ? 'completed' : field, action: 'changed' } as const
    const event = { action: 'changed', change: what, parent: null } as const
    await announce(deps, tx, task.boardGid, { ...event, resource: { gid, resource_type: 'task' } })
  }
  return mustFind(tx, gid, 'change a task')
}

/** Changes of tasks, each in one transaction with its event. */
function taskWrites(
  deps: BuiltInBoardDeps,
): Pick<TaskBoard, 'createTask' | 'updateTask' | 'moveTask' | 'addComment'> {
  const { db, clock } = deps

  async function sectionNamed(tx: Db, boardGid: string, name: string, operation: string) {
    const section = (await sectionsOf(deps, tx, boardGid)).find((each) => each.name === name)
    if (!section) throw refusal('invalid', operation, `The board has no section “${name}”.`)
    return section
  }
  const announceIn = (tx: Db, boardGid: string, gid: string, section: store.SectionRecord) =>
    announce(deps, tx, boardGid, {
      action: 'added',
      resource: { gid, resource_type: 'task' },
      parent: { gid: section.gid, resource_type: 'section' },
      change: null,
    })

  return {
    async createTask({ boardGid, section: sectionName, key, priority = null, name, notes, proceed }) {
      await proceed?.()
      return transaction(db, async (tx) => {
        const section = await sectionNamed(tx, boardGid, sectionName, 'create a task')
        const place = { gid: newGid(), boardGid, sectionGid: section.gid, key, name, notes }
        const rest = { priority, isCompleted: false, createdAt: clock(), modifiedAt: clock() }
        const isNew = await store.insertTask(tx, { ...place, ...rest })
        if (isNew) await announceIn(tx, boardGid, place.gid, section)
        const found = await store.findTaskByKey(tx, boardGid, key)
        if (!found) throw new Error('The new task is not there.')
        return present(found)
      })
    },
    updateTask: (gid, values) => transaction(db, async (tx) => present(await change(deps, tx, gid, values))),
    moveTask: (gid, boardGid, name) =>
      transaction(db, async (tx) => {
        const { task, section: from } = await mustFind(tx, gid, 'move a task')
        const section = await sectionNamed(tx, boardGid, name, 'move a task')
        if (section.gid === from.gid) return
        await store.updateTask(tx, gid, { sectionGid: section.gid, boardGid, modifiedAt: clock() })
        await announceIn(tx, task.boardGid, gid, section)
      }),
    addComment: (gid, text, key) =>
      transaction(db, async (tx) => {
        await mustFind(tx, gid, 'comment on a task')
        await store.insertComment(tx, { taskGid: gid, key, text, createdAt: clock() })
      }),
  }
}

function subscriptions({
  db,
  clock,
  ownAddress,
}: BuiltInBoardDeps): Pick<TaskBoard, 'subscribe' | 'getSubscription' | 'unsubscribe'> {
  return {
    async subscribe(boardGid, target) {
      const secret = randomBytes(32).toString('hex')
      const subscription = { gid: newGid(), boardGid, target, secret, isActive: true }
      await shakeHands(subscription, { ownAddress })
      await store.insertSubscription(db, { ...subscription, createdAt: clock() })
      return { remoteId: subscription.gid, isActive: true, target }
    },
    async getSubscription(gid) {
      const found = await store.findSubscription(db, gid)
      return found ? { remoteId: found.gid, isActive: found.isActive, target: found.target } : null
    },
    unsubscribe: (gid) => store.removeSubscription(db, gid),
  }
}

/** A task board on our own tables: sections, tasks, comments, and webhooks delivered over HTTP. */
export function createBuiltInBoard(deps: BuiltInBoardDeps): BuiltInBoard {
  const { db } = deps
  return {
    jobs: [deliveryJob(deps)],
    newBoardGid: newGid,
    within: (tx) => ({
      ...taskWrites({ ...deps, db: tx }),
      async holdTask(gid) {
        await store.lockTask(tx, gid)
        const found = await store.findTask(tx, gid)
        return found ? present(found) : null
      },
    }),
    searchTasks: (text) => store.searchTasks(db, text.trim(), MOST_FOUND),
    async getTask(gid) {
      const found = await store.findTask(db, gid)
      return found ? present(found) : null
    },
    findTasks: async (boardGid, wanted) => (await store.findTasks(db, boardGid, wanted)).map(present),
    ...taskWrites(deps),
    ...subscriptions(deps),
    listSections: async (boardGid) =>
      (await transaction(db, (tx) => sectionsOf(deps, tx, boardGid))).map(({ gid, name }) => ({
        gid,
        name,
      })),
    check: async () => ({ adapter: 'built-in', ok: true, detail: 'The boards are kept in Copydesk itself.' }),
    async readBoard(boardGid) {
      const sections = await transaction(db, (tx) => sectionsOf(deps, tx, boardGid))
      const gids = sections.map(({ gid }) => gid)
      const [tasks, counts] = await Promise.all([
        store.listTasks(db, gids, MOST_SHOWN),
        store.countTasks(db, gids),
      ])
      return { sections, tasks, counts }
    },
    async listComments(gid) {
      const comments = await store.listComments(db, gid, MOST_SHOWN)
      const isAll = comments.length < MOST_SHOWN
      return { comments, older: isAll ? 0 : (await store.countComments(db, gid)) - comments.length }
    },
  }
}
