import type { Db } from '../../db/connect.ts'
import type { Job } from '../../jobs/job.ts'
import type { AdapterHealth } from '../health.ts'

export interface BoardTask {
  gid: string
  name: string
  /** Without what an adapter writes there for itself. */
  notes: string
  /** Where a person opens the task; a path where that is a page of our own. */
  url: string
  boardGid: string | null
  section: string | null
  sectionGid: string | null
  isCompleted: boolean
  /** The update level that somebody set on the board, e.g. `High`. */
  priority: string | null
  modifiedAt: Date
}

/** Called before each further step of what takes several; what it throws ends the call. */
export type Proceed = () => Promise<void>

export interface NewTask {
  boardGid: string
  /** Name of the section; one that the board does not have is an `invalid` error. */
  section: string
  name: string
  notes: string
  /** The same key never makes a second task on a board, however often it is asked for. */
  key: string
  /** No task of this key is older; where it is not known, the whole board is looked through. */
  keyedSince?: Date
  proceed?: Proceed
  /** The update level, one of those that the board knows. */
  priority?: string
}

export interface TaskChange {
  name?: string
  notes?: string
  isCompleted?: boolean
  priority?: string | null
}

/** Tasks by their numbers, or by their whole names in whatever case. */
export interface WantedTasks {
  gids: readonly string[]
  names: readonly string[]
  /** Asks the board, whatever is remembered of it: for callers who act on the answer. */
  isCurrent?: boolean
}

export interface BoardSection {
  gid: string
  name: string
}

export interface BoardSubscription {
  remoteId: string
  isActive: boolean
  /** The address that is told. */
  target: string
}

/** A board on which a team follows its work as tasks in sections. Every method may throw `IntegrationError`. */
export interface TaskBoard {
  /** Tasks whose names hold the text, the best first; at most 20. */
  searchTasks(text: string): Promise<{ gid: string; name: string }[]>
  /** Where a task lies on several boards, the first of `boardGids` that it lies on says its section. */
  getTask(gid: string, boardGids?: readonly string[]): Promise<BoardTask | null>
  /** Those tasks of a board that are meant, however many: the board is listed once, and not asked for each of them. */
  findTasks(boardGid: string, wanted: WantedTasks): Promise<BoardTask[]>
  createTask(task: NewTask): Promise<BoardTask>
  updateTask(gid: string, change: TaskChange): Promise<BoardTask>
  /** Puts the task into the section of this name, onto another board where it is not on this one. */
  moveTask(gid: string, boardGid: string, section: string): Promise<void>
  /** The same key never makes a second comment on a task. */
  addComment(gid: string, text: string, key: string, proceed?: Proceed): Promise<void>
  listSections(boardGid: string): Promise<BoardSection[]>
  /**
   * Asks to be told of every change on the board at `target`. The other side calls `target` with its secret while
   * this call is still under way.
   */
  subscribe(boardGid: string, target: string): Promise<BoardSubscription>
  getSubscription(remoteId: string): Promise<BoardSubscription | null>
  unsubscribe(remoteId: string): Promise<void>
  check(): Promise<AdapterHealth>
}

/** A task as the page of our own board shows it among others. */
export interface ShownTask
  extends Pick<BoardTask, 'gid' | 'name' | 'isCompleted' | 'priority' | 'modifiedAt'> {
  sectionGid: string
}

/** What our own board's page shows and changes, beyond what every task board can do. */
export interface BuiltInBoard extends TaskBoard {
  jobs: readonly Job[]
  /** Numbers a board that nobody has used yet. */
  newBoardGid(): string
  /** The same tasks, written as part of the transaction that `tx` stands for. */
  within(tx: Db): Pick<TaskBoard, 'updateTask' | 'moveTask' | 'addComment'> & {
    /** A task that nobody else changes before the transaction has ended; null for one that is not there. */
    holdTask(gid: string): Promise<BoardTask | null>
  }
  /** Its sections, the first tasks of each, and how many each has. */
  readBoard(
    boardGid: string,
  ): Promise<{ sections: BoardSection[]; tasks: ShownTask[]; counts: Map<string, number> }>
  /** The newest comments, and how many there are before them. */
  listComments(gid: string): Promise<{ comments: { text: string; createdAt: Date }[]; older: number }>
}

const BEGIN = '— From Copydesk —'
const END = '— People’s own notes go above or below —'

/** Lines of our own for a task's notes, which `renewNotes` finds again. */
export const ownNotes = (text: string): string => [BEGIN, text, END].join('\n')

/** The notes with our part of them renewed and everything that people wrote around it kept. */
export function renewNotes(notes: string, own: string): string {
  const begin = notes.indexOf(BEGIN)
  const end = notes.indexOf(END, begin)
  if (begin === -1 || end === -1) return notes.trim() === '' ? own : `${notes.trimEnd()}\n\n${own}`
  return notes.slice(0, begin) + own + notes.slice(end + END.length)
}
