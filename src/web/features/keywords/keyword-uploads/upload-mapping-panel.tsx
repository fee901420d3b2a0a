import { FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { UploadInspection, UploadSeparator } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { bar } from '#web/ui/feedback/notice-place.ts'
import { Button } from '#web/ui/input/button.tsx'
import { isSubmitKey, useHotkey } from '#web/ui/input/use-hotkey.ts'
import { LeftOutList } from './left-out-list.tsx'
import { MappingColumnsTable } from './mapping-columns-table.tsx'
import { MappingLinesFields } from './mapping-lines-fields.tsx'
import { MappingOutcomePanel } from './mapping-outcome-panel.tsx'
import { addWords, CHOOSE_KEYWORD, fileWords, NOTHING_WRITTEN, sourceWords } from './messages.ts'
import { type ColumnChoices, useOutcome } from './use-column-choices.ts'

interface UploadMappingPanelProps {
  file: File
  inspection: UploadInspection
  choices: ColumnChoices
  onChange: (choices: ColumnChoices) => void
  onSeparator: (separator: UploadSeparator) => void
  /** Imports the file with the chosen mapping. */
  onAdd: () => void
  onClear: () => void
}

/**
 * The column mapping of a file, as detected and as changed by the user. Nothing is stored before the import.
 */
export function UploadMappingPanel(props: UploadMappingPanelProps) {
  const { file, inspection, choices, onChange, onSeparator, onAdd, onClear } = props
  const { outcome, isChosen, isCounting, refusal } = useOutcome(file, choices)
  const canAdd = isChosen && refusal === null && (isCounting || outcome === null || outcome.added > 0)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone.
  useEffect(() => heading.current?.focus(), [])
  useHotkey((event) => {
    if (!isSubmitKey(event) || event.repeat || !canAdd) return
    // An open dialog above handles the keys.
    if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    event.preventDefault()
    onAdd()
  })
  return (
    <section className="mapping" aria-label="Match the columns">
      <div className="sheet mapping-source cluster align-start gap-12">
        <FileText size={20} aria-hidden="true" className="quiet" />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {sourceWords(inspection)}
          </h2>
          <p className="meta break-words">{fileWords(file, inspection)}</p>
          <LeftOutList lines={inspection.left_out} />
        </div>
        <Button onClick={onClear}>Another file</Button>
      </div>
      <div className="mapping-main stack bounded gap-12">
        <MappingColumnsTable inspection={inspection} choices={choices} onChange={onChange} />
        <MappingLinesFields
          choices={choices}
          separator={inspection.separator}
          onChange={onChange}
          onSeparator={onSeparator}
        />
      </div>
      <div className="mapping-aside stack gap-12">
        {refusal !== null && <Alert kind="bad">{refusal}</Alert>}
        {!isChosen && <Alert kind="warn">{CHOOSE_KEYWORD}</Alert>}
        {isChosen && refusal === null && (
          <MappingOutcomePanel outcome={outcome} isChosen={isChosen} isCounting={isCounting} />
        )}
      </div>
      <div className="sheet mapping-foot cluster between gap-16 row-gap-8" {...bar}>
        <span className="meta">{NOTHING_WRITTEN}</span>
        <Button type="primary" disabled={!canAdd} onClick={onAdd}>
          {addWords(isCounting ? null : outcome)}
        </Button>
      </div>
    </section>
  )
}
