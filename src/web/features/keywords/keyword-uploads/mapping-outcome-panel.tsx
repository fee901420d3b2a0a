import type { UploadSummary } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { LeftOutList } from './left-out-list.tsx'
import { RefusalsPanel } from './refusals-panel.tsx'
import { UploadRowsTable } from './upload-rows-table.tsx'

interface MappingOutcomePanelProps {
  outcome: UploadSummary | null
  isChosen: boolean
  isCounting: boolean
}

const TOO_LARGE = 'Large file: we’ll count the keywords while adding them.'

/** The preview of an import: the numbers of lines by kind, and the first keywords as they would be stored. */
export function MappingOutcomePanel({ outcome, isChosen, isCounting }: MappingOutcomePanelProps) {
  const words = isCounting ? 'Counting …' : TOO_LARGE
  return (
    <section className="sheet upload-sheet" aria-label="Preview" aria-busy={isCounting}>
      <h2>Preview</h2>
      {outcome === null && isChosen && <p className="meta">{words}</p>}
      {outcome !== null && (
        <>
          <dl className={isCounting ? 'mapping-counts tabular quiet' : 'mapping-counts tabular'}>
            <dt>New keywords</dt>
            <dd>
              <Count value={outcome.added} />
            </dd>
            <dt>Already here</dt>
            <dd>
              <Count value={outcome.repeated} />
            </dd>
            <dt>Refused</dt>
            <dd>
              <Count value={outcome.invalid} />
            </dd>
          </dl>
          <UploadRowsTable reading={outcome.reading} />
          {outcome.left_out.length > 0 && (
            <>
              <h3>Skipped</h3>
              <LeftOutList lines={outcome.left_out} />
            </>
          )}
          {outcome.invalid > 0 && (
            <>
              <h3>Refused</h3>
              <RefusalsPanel summary={outcome} most={5} />
            </>
          )}
        </>
      )}
    </section>
  )
}
