import { useId } from 'react'
import { PRIORITIES, type Task } from '#shared/features/articles/board/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { useChangeTask } from './queries.ts'

const NO_PRIORITY = 'None'

/** A task's section, completion and priority. Changes here are synced to the task's article. */
export function TaskFields({ task }: { task: Task }) {
  const change = useChangeTask(task.gid)
  const mayChange = useMay('ManageArticles')
  const id = useId()
  const isShut = !mayChange || change.isPending
  return (
    <dl className="task-fields cluster align-stretch">
      <div>
        <dt id={`${id}-section`}>Section</dt>
        <dd>
          <Select
            aria-labelledby={`${id}-section`}
            value={task.section}
            disabled={isShut}
            options={task.board.sections.map((value) => ({ value }))}
            onChange={(section) => change.mutate({ section })}
          />
        </dd>
      </div>
      <div>
        <dt id={`${id}-completed`}>Completed</dt>
        <dd>
          <Switch
            size="medium"
            aria-labelledby={`${id}-completed`}
            checked={task.completed}
            disabled={isShut}
            onChange={(completed) => change.mutate({ completed })}
          />
        </dd>
      </div>
      <div>
        <dt id={`${id}-priority`}>Priority</dt>
        <dd>
          <Select
            aria-labelledby={`${id}-priority`}
            value={task.priority ?? NO_PRIORITY}
            disabled={isShut}
            options={[NO_PRIORITY, ...PRIORITIES].map((value) => ({ value }))}
            onChange={(value) =>
              change.mutate({ priority: PRIORITIES.find((priority) => priority === value) ?? null })
            }
          />
        </dd>
      </div>
    </dl>
  )
}
