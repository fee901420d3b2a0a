import { randomBytes, randomInt } from 'node:crypto'
import { type Db, transaction } from '../../db/connect.ts'
import type { Job } from '../../jobs/job.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import * as store from './board-store.ts'
import {
  announce,
  type BoardEvent,
  type DeliveryParts,
  deliveryJob,
  SYSTEM,
  shakeHands,
} from './deliveries.ts'
import type { BoardTask, TaskBoard, TaskChange } from './port.ts'

const MOST_FOUND = 20

export interface BuiltInBoardParts extends DeliveryParts {
  /** Where people reach the product; the tasks' own pages are below it. */
  publicUrl: string
  /** What a board consists of that nobody has used yet. */
  sections: readonly string[]
}

/** What the board's own page shows and changes, beyond what every task board can do. */
export interface BuiltInBoard extends TaskBoard {
  jobs: readonly Job[]
  readBoard(
    boardGid: string,
  ): Promise<{ sections: store.SectionRecord[]; tasks: store.TaskRecord[]; counts: Map<string, number> }>
  listComments(gid: string): Promise<store.CommentRecord[]>
  deleteTask(gid: string): Promise<void>
}

/** Sixteen digits, as long as those of the boards that this one stands in for. */
const newGid = () => `1${digits(8)}${digits(7)}`
const digits = (count: number) => String(randomInt(10 ** count)).padStart(count, '0')

function refusal(kind: IntegrationErrorKind, operation: string, message: string): IntegrationError {
  return new IntegrationError(message, { system: SYSTEM, operation, kind, advice: message })
}

/** A task board on our own tables: sections, tasks, comments, and webhooks that are delivered over HTTP. */
export function createBuiltInBoard(parts: BuiltInBoardParts): BuiltInBoard {
  const { db, clock, publicUrl } = parts

  const present = ({ task, section }: store.PlacedTask): BoardTask => ({
    gid: task.gid,
    name: task.name,
    notes: task.notes,
    url: `${publicUrl}/board/task/${task.gid}`,
    boardGid: task.boardGid,
    section: section.name,
    sectionGid: section.gid,
    isCompleted: task.isCompleted,
    priority: task.priority,
    modifiedAt: task.modifiedAt,
  })

  async function sectionsOf(tx: Db, boardGid: string): Promise<store.SectionRecord[]> {
    const known = await store.listSections(tx, boardGid)
    if (known.length > 0) return known
    await store.insertSections(
      tx,
      parts.sections.map((name, position) => ({ gid: newGid(), boardGid, name, position })),
    )
    return store.listSections(tx, boardGid)
  }

  async function sectionNamed(tx: Db, boardGid: string, name: string, operation: string) {
    const section = (await sectionsOf(tx, boardGid)).find((each) => each.name === name)
    if (!section) throw refusal('invalid', operation, `The board has no section “${name}”.`)
    return section
  }

  async function mustFind(tx: Db, gid: string, operation: string): Promise<store.PlacedTask> {
    const found = await store.findTask(tx, gid)
    if (!found) throw refusal('not_found', operation, 'The task is not on the board any more.')
    return found
  }

  const tell = (
    tx: Db,
    boardGid: string,
    gid: string,
    event: Pick<BoardEvent, 'action' | 'change' | 'parent'>,
  ) => announce(parts, tx, boardGid, { ...event, resource: { gid, resource_type: 'task' } })

  /** Changes what differs and tells who watches; what is the same already is no news. */
  async function change(gid: string, values: TaskChange): Promise<store.PlacedTask> {
    return transaction(db, async (tx) => {
      const { task } = await mustFind(tx, gid, 'change a task')
      const news = Object.entries(values).filter(
        ([field, value]) => value !== undefined && value !== task[field as keyof TaskChange],
      )
      if (news.length > 0) {
        await store.updateTask(tx, gid, { ...Object.fromEntries(news), modifiedAt: clock() })
        for (const [field] of news) {
          const change = { field: field === 'isCompleted' ? 'completed' : field, action: 'changed' } as const
          await tell(tx, task.boardGid, gid, { action: 'changed', change, parent: null })
        }
      }
      return mustFind(tx, gid, 'change a task')
    })
  }

  return {
    jobs: [deliveryJob(parts)] as Job[],
    searchTasks: (text) => store.searchTasks(db, text.trim(), MOST_FOUND),
    async getTask(gid) {
      const found = await store.findTask(db, gid)
      return found ? present(found) : null
    },
    createTask: ({ boardGid, section: name, key, priority = null, ...words }) =>
      transaction(db, async (tx) => {
        const section = await sectionNamed(tx, boardGid, name, 'create a task')
        const gid = newGid()
        const now = clock()
        const rest = { priority, isCompleted: false, createdAt: now, modifiedAt: now }
        const isNew = await store.insertTask(tx, {
          gid,
          boardGid,
          sectionGid: section.gid,
          key,
          ...words,
          ...rest,
        })
        if (isNew) {
          const parent = { gid: section.gid, resource_type: 'section' } as const
          await tell(tx, boardGid, gid, { action: 'added', change: null, parent })
        }
        const found = await store.findTaskByKey(tx, boardGid, key)
        if (!found) throw new Error('The new task is not there.')
        return present(found)
      }),
    updateTask: async (gid, values) => present(await change(gid, values)),
    moveTask: (gid, boardGid, name) =>
      transaction(db, async (tx) => {
        const { task, section: from } = await mustFind(tx, gid, 'move a task')
        const section = await sectionNamed(tx, boardGid, name, 'move a task')
        if (section.gid === from.gid) return
        await store.updateTask(tx, gid, { sectionGid: section.gid, boardGid, modifiedAt: clock() })
        const parent = { gid: section.gid, resource_type: 'section' } as const
        await tell(tx, task.boardGid, gid, { action: 'added', change: null, parent })
      }),
    addComment: (gid, text, key) =>
      transaction(db, async (tx) => {
        await mustFind(tx, gid, 'comment on a task')
        await store.insertComment(tx, { taskGid: gid, key, text, createdAt: clock() })
      }),
    listSections: async (boardGid) =>
      (await transaction(db, (tx) => sectionsOf(tx, boardGid))).map(({ gid, name }) => ({ gid, name })),
    async subscribe(boardGid, target) {
      const subscription = {
        gid: newGid(),
        boardGid,
        target,
        secret: randomBytes(32).toString('hex'),
        isActive: true,
      }
      await shakeHands(subscription)
      await store.insertSubscription(db, { ...subscription, createdAt: clock() })
      return { remoteId: subscription.gid, isActive: true, target }
    },
    async getSubscription(gid) {
      const found = await store.findSubscription(db, gid)
      return found ? { remoteId: found.gid, isActive: found.isActive, target: found.target } : null
    },
    unsubscribe: (gid) => store.removeSubscription(db, gid),
    check: async () => ({ adapter: 'built-in', ok: true, detail: 'The boards are kept in Copydesk itself.' }),
    async readBoard(boardGid) {
      const sections = await transaction(db, (tx) => sectionsOf(tx, boardGid))
      const gids = sections.map(({ gid }) => gid)
      const [tasks, counts] = await Promise.all([store.listTasks(db, gids, 100), store.countTasks(db, gids)])
      return { sections, tasks, counts }
    },
    listComments: (gid) => store.listComments(db, gid),
    deleteTask: (gid) =>
      transaction(db, async (tx) => {
        const { task } = await mustFind(tx, gid, 'delete a task')
        await store.removeTask(tx, gid)
        await tell(tx, task.boardGid, gid, { action: 'deleted', change: null, parent: null })
      }),
  }
}
