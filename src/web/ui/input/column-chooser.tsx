import { Columns3 } from 'lucide-react'
import { memo } from 'react'
import type { ColumnChoice } from '../hooks/use-column-choice.ts'
import { ClickPopover } from '../overlay/click-popover.tsx'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'

interface ColumnChooserProps {
  columns: readonly { key: string; title: string; required?: boolean }[]
  choice: ColumnChoice
  /** Only the icon, for the header of a table. */
  isSmall?: boolean
}

/** Memoized on the columns, because a table rerenders with every click in it. */
export const ColumnChooser = memo(function ColumnChooser({
  columns,
  choice,
  isSmall = false,
}: ColumnChooserProps) {
  const missing = columns.filter(({ key }) => choice.leftOut.includes(key))
  const list = (
    <div className="column align-start gap-6">
      {missing.length > 0 && (
        <p className="meta">Hidden to fit: {missing.map(({ title }) => title).join(', ')}</p>
      )}
      {columns
        .filter(({ required }) => !required)
        .map(({ key, title }) => (
          <Checkbox key={key} checked={choice.isShown(key)} onChange={() => choice.toggle(key)}>
            {title}
          </Checkbox>
        ))}
      <Button size="small" type="text" onClick={choice.reset}>
        Reset columns
      </Button>
    </div>
  )
  return (
    <ClickPopover content={list} placement="bottomRight">
      <Button
        type="text"
        size={isSmall ? 'small' : 'medium'}
        aria-label="Columns"
        icon={<Columns3 size={16} />}
      >
        {!isSmall && 'Columns'}
        {missing.length > 0 && <span className="meta"> +{missing.length}</span>}
      </Button>
    </ClickPopover>
  )
})
