import { Download, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/input/button.tsx'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { VIEW } from './search.ts'
import type { useCsvExport } from './use-csv-export.ts'

interface KeywordActionsMenuProps {
  csv: ReturnType<typeof useCsvExport>
  /** Undefined if the user may not add keywords. */
  onNew: (() => void) | undefined
  /** The actions on the selection. */
  children: ReactNode
}

/** The actions on the whole list. */
export function KeywordActionsMenu({ csv, onNew, children }: KeywordActionsMenuProps) {
  return (
    <>
      <ViewsMenu screen="keywords" kept={VIEW} />
      <Button
        aria-label="CSV Export"
        icon={<Download size={16} aria-hidden="true" />}
        loading={csv.isBusy}
        onClick={() => void csv.start()}
      >
        <span className="wide-only roomy-only">CSV Export</span>
      </Button>
      {children}
      {onNew && (
        <Button type="primary" aria-label="New Keyword" icon={<Plus aria-hidden="true" />} onClick={onNew}>
          <span>
            New<span className="wide-only"> Keyword</span>
          </span>
        </Button>
      )}
    </>
  )
}
