import { setTimeout as sleep } from 'node:timers/promises'
import type { TasksQuery } from '#shared/features/posts/content-tracker/contract.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { BoardTask } from '../../../integrations/task-board/port.ts'
import type { ContentTrackerDeps } from './deps.ts'
import { findPostsTitled, type PostAddress } from './queries.ts'
import { type KnownTask, listKnownTasks } from './task-queries.ts'

/** A screen waits no longer for a board; what it answers later is there the next time. */
const MOST_WAITING_MS = 3000

export type TaskDeps = Pick<ContentTrackerDeps, 'db' | 'taskBoard' | 'log'>

export interface ReadTask {
  title: string
  post: PostAddress | null
  /** Null if unknown. */
  task: { section: string | null; url: string; priority: string | null; notes: string | null } | null
  notice: string | null
}

interface Meant {
  title: string
  post: PostAddress | null
  known: KnownTask | null
  notice: string | null
}

const SEVERAL_POSTS = 'Several posts have this title.'
const SEVERAL_TASKS = 'Several tasks have this title.'
export const BOARD_AWAY = 'The task board isn’t answering right now.'

function postOf(key: string): PostAddress {
  const [site = '', ...rest] = key.split('/')
  return { site, postId: rest.join('/') }
}

/** Which post a title means, where no post is named. */
async function postTitled({ db }: TaskDeps, title: string) {
  const [post = null, ...others] = await findPostsTitled(db, title)
  return others.length > 0 ? { post: null, notice: SEVERAL_POSTS } : { post, notice: null }
}

/** The requested tasks by board; null for a board that fails or takes too long. */
async function askBoards(
  { taskBoard, log }: TaskDeps,
  meant: readonly Meant[],
  waitMs: number,
): Promise<Map<string, BoardTask[] | null>> {
  const byBoard = Map.groupBy(
    meant.filter(({ known }) => known !== null && known.boardGid !== null),
    ({ known }) => known?.boardGid ?? '',
  )
  const ask = async (boardGid: string, all: readonly Meant[]): Promise<BoardTask[] | null> => {
    const gids = all.flatMap(({ known }) => known?.gid ?? [])
    const names = all.filter(({ known }) => known?.gid === null).map(({ title }) => title)
    return taskBoard.findTasks(boardGid, { gids, names }).catch((error: unknown) => {
      if (!(error instanceof IntegrationError)) throw error
      log.warn({ err: error, board: boardGid }, 'a board could not be listed')
      return null
    })
  }
  const patience = new AbortController()
  const tooLate = sleep(waitMs, null, { signal: patience.signal }).catch(() => null)
  const answers = await Promise.all(
    [...byBoard].map(async ([gid, all]) => [gid, await Promise.race([ask(gid, all), tooLate])] as const),
  )
  patience.abort()
  return new Map(answers)
}

/** A task from our own records: section and address are known, the board’s other fields are not. */
const remembered = ({ gid, url, section }: KnownTask) =>
  gid === null || url === null ? null : { section, url, priority: null, notes: null }

function taskOf({ title, known, notice }: Meant, boards: ReadonlyMap<string, BoardTask[] | null>) {
  if (known === null || known.boardGid === null) return { task: null, notice }
  const tasks = boards.get(known.boardGid)
  if (!tasks) return { task: remembered(known), notice: BOARD_AWAY }
  const ofArticle = tasks.find(({ gid }) => gid === known.gid)
  if (ofArticle) return { task: ofArticle, notice }
  if (known.gid !== null) return { task: remembered(known), notice }
  const [named = null, ...others] = tasks.filter(({ name }) => name.toLowerCase() === title.toLowerCase())
  return others.length > 0 ? { task: null, notice: SEVERAL_TASKS } : { task: named, notice }
}

/** What the tasks of articles say, in the order of their titles: each board is asked once. */
export async function readTasks(
  deps: TaskDeps,
  { articleTitles = [], posts }: TasksQuery,
  waitMs = MOST_WAITING_MS,
): Promise<ReadTask[]> {
  const named = await Promise.all(
    articleTitles.map((title, index) => {
      const key = posts?.[index]
      return key === undefined ? postTitled(deps, title) : { post: postOf(key), notice: null }
    }),
  )
  const known = await listKnownTasks(
    deps.db,
    named.flatMap(({ post }) => post ?? []),
  )
  let next = 0
  const meant = named.map(({ post, notice }, index) => ({
    title: articleTitles[index] ?? '',
    post,
    notice,
    known: post === null ? null : (known[next++] ?? null),
  }))
  const boards = await askBoards(deps, meant, waitMs)
  return meant.map((each) => ({ title: each.title, post: each.post, ...taskOf(each, boards) }))
}
