import { Button } from 'antd'
import type { ReactNode } from 'react'
import { keywordsOf } from '../keyword-changes/messages.ts'
import type { Selection } from './use-selection.ts'

interface SelectionNoteProps {
  selection: Selection
  total: number
  /** What can be done with it, where that stands nowhere else. */
  actions?: ReactNode
}

/** What is selected, and how to select everything that the filters find. */
export function SelectionNote({ selection, total, actions }: SelectionNoteProps) {
  const { ids, isWhole, takeWhole, clear } = selection
  if (ids.length === 0) return null
  return (
    <div className="selection-note">
      <span role="status">
        {isWhole
          ? `All ${keywordsOf(total)} that the filters find are selected.`
          : `${keywordsOf(ids.length)} selected.`}
      </span>
      {!isWhole && total > ids.length && (
        <Button type="link" size="small" onClick={takeWhole}>
          Select all {total.toLocaleString('en-US')}
        </Button>
      )}
      <Button type="link" size="small" onClick={clear}>
        Clear selection
      </Button>
      {actions}
    </div>
  )
}
