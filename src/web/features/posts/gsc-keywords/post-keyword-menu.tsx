import { ChevronDown, ListChecks } from 'lucide-react'
import type { PostKeywordRow } from '#shared/features/posts/gsc-keywords/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TickedRows } from '#web/ui/list/use-ticked.ts'
import { ClickMenu } from '#web/ui/overlay/click-menu.tsx'
import { ADD_TO_IGNORED, APPLY_BEST, FAILURES, IGNORED } from './messages.ts'
import { ignorePosts, keyOf, useReload } from './queries.ts'
import type { ChangedKeywords } from './use-changed-keywords.ts'

interface PostKeywordMenuProps {
  selected: TickedRows<PostKeywordRow>
  changed: ChangedKeywords
}

/** The actions on the selected posts. */
export function PostKeywordMenu({ selected, changed }: PostKeywordMenuProps) {
  const reload = useReload()
  const { rows, clear } = selected
  const isOff = rows.length === 0

  const applyBest = () => {
    for (const row of rows) {
      const [best] = row.keywords
      if (best) changed.apply(row, best)
    }
  }
  async function ignore(posts: readonly PostKeywordRow[]) {
    await ignorePosts(posts)
    // Changes of hidden posts would be invisible, so they are dropped.
    for (const post of posts) changed.undo(keyOf(post))
    clear()
    notify({ kind: 'info', title: IGNORED })
    await reload()
  }
  const { mutate } = useMutation({ mutationFn: ignore, onError: handleError(FAILURES.apply) })

  return (
    <ClickMenu
      items={[
        {
          key: 'ignore',
          label: ADD_TO_IGNORED,
          disabled: isOff,
          onClick: () => mutate(rows),
        },
        { key: 'best', label: APPLY_BEST, disabled: isOff, onClick: applyBest },
      ]}
    >
      <Button
        icon={<ListChecks size={16} aria-hidden="true" />}
        title={isOff ? 'Select posts first' : undefined}
      >
        Actions <ChevronDown size={14} aria-hidden="true" />
      </Button>
    </ClickMenu>
  )
}
