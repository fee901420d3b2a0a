import { ADVICE_LABELS, type Advice } from '#shared/features/posts/gsc-keywords/rules.ts'
import { aimsOf } from '#shared/features/posts/search-tasks/rules.ts'
import { Select } from '#web/ui/input/select.tsx'
import { SearchTaskNote } from '../search-tasks/search-task-note.tsx'
import type { ProposalStanding } from '../search-tasks/use-search-tasks.ts'

const NOTHING = 'none'

interface AdvicePickerProps {
  title: string
  /** The post that should keep the query. */
  isKeeper: boolean
  /** Null if no action is advised. */
  aim: Advice | null
  onChoose: (aim: Advice | null) => void
  standing: ProposalStanding
  onRetry: () => void
}

/** The advised action for a post, which can be changed until its task exists. */
export function AdvicePicker({ title, isKeeper, aim, onChoose, standing, onRetry }: AdvicePickerProps) {
  const { task, error } = standing
  return (
    <>
      {task === null && (
        <Select<Advice | typeof NOTHING>
          size="small"
          className="gsc-advice-picker"
          aria-label={`Action for ${title}`}
          value={aim ?? NOTHING}
          options={[
            ...aimsOf(isKeeper).map((each) => ({ value: each, label: ADVICE_LABELS[each] })),
            { value: NOTHING, label: 'No action' },
          ]}
          onChange={(chosen) => onChoose(chosen === NOTHING ? null : chosen)}
        />
      )}
      {(task !== null || error !== null) && <SearchTaskNote {...standing} title={title} onRetry={onRetry} />}
    </>
  )
}
