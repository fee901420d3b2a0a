import type { ReactNode } from 'react'
import { Button } from '#web/ui/input/button.tsx'
import { countOf, keywordsOf, type Total } from '../keyword-changes/messages.ts'
import type { RowSelection } from './use-selection.ts'

interface SelectionNoteProps {
  selection: RowSelection
  total: Total
  /** The actions on the selection, if they are not shown elsewhere. */
  actions?: ReactNode
}

/** The size of the selection, and a button to select everything that matches the filters. */
export function SelectionNote({ selection, total: found, actions }: SelectionNoteProps) {
  const { total, isMore } = found
  const { ids, isWhole, wasWhole, takeWhole, clear } = selection
  if (ids.length === 0) return null
  return (
    <div className="selection-note cluster gap-4">
      <span role="status">
        {isWhole
          ? `${isMore ? 'Everything: ' : 'All '}${keywordsOf(total, isMore)} matching the filters are selected.`
          : `${keywordsOf(ids.length)} selected${wasWhole ? '; no longer everything that matches.' : '.'}`}
      </span>
      {!isWhole && total > ids.length && (
        <Button type="link" size="small" onClick={takeWhole}>
          {isMore ? 'Select everything' : `Select all ${countOf(found)}`}
        </Button>
      )}
      <Button type="link" size="small" onClick={clear}>
        Clear selection
      </Button>
      {actions}
    </div>
  )
}
