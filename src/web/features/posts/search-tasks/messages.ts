import type { TaskAim } from '#shared/features/posts/search-tasks/rules.ts'
import { countedIn } from '#shared/format/count.ts'

export const FAILED = 'Couldn’t create the tasks.'

/** The aim of a task in a few words. */
export const AIM_LABELS: Readonly<Record<TaskAim, string>> = {
  keep: 'Keep and strengthen',
  keyword: 'Change the keyword',
  link: 'Link to the kept post',
  merge: 'Merge into the kept post',
  climb: 'Move into the top three',
}

export const makeLabel = (count: number): string => `Create ${countedIn(count, 'task')}`

/** The progress of several tasks. */
export function progressWords({ all, done, failed }: { all: number; done: number; failed: number }): string {
  const open = all - done - failed
  const words =
    open > 0 ? `${done} of ${countedIn(all, 'task')} created` : `${countedIn(done, 'task')} created`
  return failed > 0 ? `${words}, ${failed} failed` : words
}
