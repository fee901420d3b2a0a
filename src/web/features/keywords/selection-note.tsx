import { Button } from 'antd'
import { keywordsOf } from '../keyword-changes/messages.ts'
import type { useSelection } from './use-selection.ts'

interface SelectionNoteProps {
  selection: ReturnType<typeof useSelection>
  total: number
}

/** What is selected, and how to select everything that the filters find. */
export function SelectionNote({ selection, total }: SelectionNoteProps) {
  const { ids, isWhole, takeWhole, clear } = selection
  if (ids.length === 0 && !isWhole) return null
  return (
    <p className="selection-note" role="status">
      {isWhole
        ? `All ${keywordsOf(total)} that the filters find are selected.`
        : `${keywordsOf(ids.length)} selected.`}
      {!isWhole && total > ids.length && (
        <Button type="link" size="small" onClick={takeWhole}>
          Select all {total.toLocaleString('en-US')}
        </Button>
      )}
      <Button type="link" size="small" onClick={clear}>
        Clear selection
      </Button>
    </p>
  )
}
