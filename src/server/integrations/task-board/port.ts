import type { Db } from '../../db/connect.ts'
import type { Job } from '../../jobs/job.ts'
import type { AdapterHealth } from '../health.ts'

export interface BoardTask {
  gid: string
  name: string
  /** Without the adapter's own lines. */
  notes: string
  /** Page of the task; a path if it is our own page. */
  url: string
  boardGid: string | null
  section: string | null
  sectionGid: string | null
  isCompleted: boolean
  /** The update level set on the board, e.g. `High`. */
  priority: string | null
  modifiedAt: Date
}

/** Called before each further step of a call with several; if it throws, the call ends. */
export type Proceed = () => Promise<void>

export interface NewTask {
  boardGid: string
  /** Name of the section; one that the board lacks is an `invalid` error. */
  section: string
  name: string
  notes: string
  /** Idempotency key: the same key never creates a second task on a board. */
  key: string
  /** No task with this key is older. If unknown, the whole board is searched. */
  keyedSince?: Date
  proceed?: Proceed
  /** One of the board's update levels. */
  priority?: string
}

export interface TaskChange {
  name?: string
  notes?: string
  isCompleted?: boolean
  priority?: string | null
}

/** Tasks by id, or by their full name, case-insensitive. */
export interface WantedTasks {
  gids: readonly string[]
  names: readonly string[]
  /** Bypasses the cache, for callers that act on the answer. */
  isCurrent?: boolean
}

export interface BoardSection {
  gid: string
  name: string
}

export interface BoardSubscription {
  remoteId: string
  isActive: boolean
  /** Address that receives the events. */
  target: string
}

/** A board with a team's tasks in sections. Every method may throw `IntegrationError`. */
export interface TaskBoard {
  /** Tasks whose names contain the text, best first; at most 20. */
  searchTasks(text: string): Promise<{ gid: string; name: string }[]>
  /** If a task is on several boards, its section is that on the first matching one of `boardGids`. */
  getTask(gid: string, boardGids?: readonly string[]): Promise<BoardTask | null>
  /** These tasks of a board, however many: the board is listed once instead of one request per task. */
  findTasks(boardGid: string, wanted: WantedTasks): Promise<BoardTask[]>
  createTask(task: NewTask): Promise<BoardTask>
  updateTask(gid: string, change: TaskChange): Promise<BoardTask>
  /** Moves the task to this section, and to this board if it is on another one. */
  moveTask(gid: string, boardGid: string, section: string): Promise<void>
  /** The same key never creates a second comment on a task. */
  addComment(gid: string, text: string, key: string, proceed?: Proceed): Promise<void>
  listSections(boardGid: string): Promise<BoardSection[]>
  /**
   * Subscribes `target` to every change on the board. The board calls `target` with its secret while this
   * call is still running.
   */
  subscribe(boardGid: string, target: string): Promise<BoardSubscription>
  getSubscription(remoteId: string): Promise<BoardSubscription | null>
  unsubscribe(remoteId: string): Promise<void>
  check(): Promise<AdapterHealth>
}

/** A task in a list on our own board's page. */
export interface ShownTask
  extends Pick<BoardTask, 'gid' | 'name' | 'isCompleted' | 'priority' | 'modifiedAt'> {
  sectionGid: string
}

/** Additional methods for our own board's page. */
export interface BuiltInBoard extends TaskBoard {
  jobs: readonly Job[]
  /** Creates an id for a new board. */
  newBoardGid(): string
  /** The same methods within the transaction `tx`. */
  within(tx: Db): Pick<TaskBoard, 'updateTask' | 'moveTask' | 'addComment'> & {
    /** A task locked until the transaction ends; null if it does not exist. */
    holdTask(gid: string): Promise<BoardTask | null>
  }
  /** Its sections, with the first tasks and the number of tasks of each. */
  readBoard(
    boardGid: string,
  ): Promise<{ sections: BoardSection[]; tasks: ShownTask[]; counts: Map<string, number> }>
  /** The newest comments, and the number of older ones. */
  listComments(gid: string): Promise<{ comments: { text: string; createdAt: Date }[]; older: number }>
}

const BEGIN = '— From Copydesk —'
const END = '— People’s own notes go above or below —'

/** Our own lines in a task's notes, which `replaceOwnLines` recognizes. */
export const ownNotes = (text: string): string => [BEGIN, text, END].join('\n')

/** Replaces our own lines in the notes and keeps everything that users wrote around them. */
export function replaceOwnLines(notes: string, own: string): string {
  const begin = notes.indexOf(BEGIN)
  const end = notes.indexOf(END, begin)
  if (begin === -1 || end === -1) return notes.trim() === '' ? own : `${notes.trimEnd()}\n\n${own}`
  return notes.slice(0, begin) + own + notes.slice(end + END.length)
}
