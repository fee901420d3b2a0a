import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { AskedTask, SearchTask, WantedTask } from '#shared/features/posts/search-tasks/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILED } from './messages.ts'
import { isTaskSettled, makeSearchTasks, searchTasksQuery } from './queries.ts'

/** A proposal in a list, with its task at the time the list was loaded. */
export interface Proposal {
  post_id: string
  site_id: number
  query: string
  task: SearchTask | null
}

/** The current state of a proposal: its task, or why it could not be created. */
export interface ProposalStanding {
  task: SearchTask | null
  error: string | null
}

const keyOf = ({ site_id, post_id, query }: Omit<Proposal, 'task'>) => `${site_id}/${post_id}/${query}`
const byId = (tasks: readonly SearchTask[]) =>
  new Map(tasks.map((task) => [task.search_task_id, task] as const))

/**
 * Creates tasks from a list's proposals and polls them until the board has responded; `onSettled` refetches
 * the list.
 */
export function useSearchTasks(proposals: readonly Proposal[], period: Period, onSettled: () => unknown) {
  const [asked, setAsked] = useState<ReadonlyMap<string, AskedTask>>(new Map())
  const [known, setKnown] = useState<ReadonlyMap<number, SearchTask>>(new Map())

  const standingOf = (proposal: Proposal): ProposalStanding => {
    const answer = asked.get(keyOf(proposal))
    const task = answer?.task ?? proposal.task
    return {
      task: (task && known.get(task.search_task_id)) ?? task,
      error: answer?.error ?? null,
    }
  }
  const pending = proposals.flatMap((proposal) => {
    const { task } = standingOf(proposal)
    return task && !isTaskSettled(task) ? [task.search_task_id] : []
  })
  const { data: followed } = useQuery(searchTasksQuery(pending))
  useEffect(() => {
    if (!followed?.some(isTaskSettled)) return
    setKnown((before) => new Map([...before, ...byId(followed.filter(isTaskSettled))]))
    if (followed.every(isTaskSettled)) onSettled()
  }, [followed, onSettled])

  const { mutate: make, isPending } = useMutation({
    mutationFn: (wanted: readonly WantedTask[]) => makeSearchTasks(period, wanted),
    onSuccess(answers = []) {
      setKnown((before) => new Map([...before, ...byId(answers.flatMap(({ task }) => task ?? []))]))
      setAsked((before) => new Map([...before, ...answers.map((each) => [keyOf(each), each] as const)]))
    },
    onError: handleError(FAILED),
  })
  const ofNow = [...asked.values()].map((answer) => ({
    error: answer.error,
    task: answer.task && (known.get(answer.task.search_task_id) ?? answer.task),
  }))
  return {
    make: (wanted: readonly WantedTask[]) => make(wanted),
    isBusy: isPending || pending.length > 0,
    standingOf,
    /** The progress of tasks requested here; null if there are none. */
    progress:
      asked.size === 0
        ? null
        : {
            all: asked.size,
            done: ofNow.filter(({ task }) => task?.state === 'done').length,
            failed: ofNow.filter(({ task, error }) => error !== null || task?.state === 'failed').length,
          },
  }
}
export type SearchTasks = ReturnType<typeof useSearchTasks>
