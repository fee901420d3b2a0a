import { CalendarPlus, CalendarSync, Plus } from 'lucide-react'
import type { Opportunity } from '#shared/features/keywords/opportunities/contract.ts'
import { useMay } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { MarketFilesMenu } from '../../market/market-imports/market-files-menu.tsx'
import { ADD_KEYWORD, EXPORT, keywordsOf } from './messages.ts'
import { startKeywordsFile } from './queries.ts'
import { type OpportunitiesSearch, VIEW } from './search.ts'
import type { useSelected } from './use-selected.ts'

interface ActionsPanelProps {
  search: OpportunitiesSearch
  selected: ReturnType<typeof useSelected>
  /** No provider is connected: market data comes from files. */
  takesFiles: boolean
  onSchedule: () => void
  onPlan: (rows: readonly Opportunity[]) => void
}

/** The actions on the selected rows. */
export function ActionsPanel({
  search,
  selected: { selected, unknown, addAll, isBusy },
  takesFiles,
  onSchedule,
  onPlan,
}: ActionsPanelProps) {
  const mayPlan = useMay('CreateArticle')
  return (
    <>
      <ViewsMenu screen="keywordOpportunities" kept={VIEW} />
      <MarketFilesMenu
        file="keywords"
        takesFiles={takesFiles}
        exported={{ ...EXPORT, request: search, start: () => startKeywordsFile(search) }}
        items={[
          {
            key: 'schedule',
            label: 'Schedule updates',
            icon: <CalendarSync size={16} aria-hidden="true" />,
            onClick: onSchedule,
          },
        ]}
      />
      {mayPlan && selected.length > 0 && (
        <Button icon={<CalendarPlus size={16} aria-hidden="true" />} onClick={() => onPlan(selected)}>
          Plan {selected.length}
        </Button>
      )}
      <Button
        type="primary"
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={unknown.length === 0}
        loading={isBusy && unknown.length > 1}
        onClick={() => void addAll()}
      >
        {unknown.length === 0 ? ADD_KEYWORD : `Add ${keywordsOf(unknown.length)}`}
      </Button>
    </>
  )
}
