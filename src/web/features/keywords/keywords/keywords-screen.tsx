import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { KEYWORD_MAXIMUM, type KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { useMay } from '#web/api/session.ts'
import { NARROW, useMedia } from '#web/ui/hooks/use-media.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyMonthPanel } from '../../market/share-of-voice/empty-month-panel.tsx'
import { BulkActionsMenu } from '../keyword-changes/bulk-actions-menu.tsx'
import { countOf } from '../keyword-changes/messages.ts'
import { ChosenDialog } from './chosen-dialog.tsx'
import { KeywordActionsMenu } from './keyword-actions-menu.tsx'
import { KeywordFilters } from './keyword-filters.tsx'
import { KeywordsTable } from './keywords-table.tsx'
import { MissingNote } from './missing-note.tsx'
import { keywordsQuery } from './queries.ts'
import { asksWhatMoved, isDialogOpen, KeywordsSearch, leadOf } from './search.ts'
import { SelectionNote } from './selection-note.tsx'
import { useBulk } from './use-bulk.ts'
import { useCsvExport } from './use-csv-export.ts'
import { useExpansion } from './use-expansion.ts'
import { usePinnedKeyword } from './use-pinned-keyword.ts'

const ComparisonDialog = onDemand(() =>
  import('../../articles/comparison/comparison-dialog.tsx').then(({ ComparisonDialog }) => ComparisonDialog),
)
const KeywordPanel = onDemand(
  () => import('./keyword-panel.tsx').then(({ KeywordPanel }) => KeywordPanel),
  <div className="keyword-panel">
    <div className="keyword-panel-place" />
    <EmptyMonthPanel />
  </div>,
)
const MovesPanel = onDemand(
  () => import('./moves-panel.tsx').then(({ MovesPanel }) => MovesPanel),
  <div className="moves-panel mb-16 awaited-moves" />,
)
const OpenDialog = onDemand(() => import('./open-dialog.tsx').then(({ OpenDialog }) => OpenDialog))

/** Debounce of the keyword finder, in ms. */
const PAUSE = 1500

interface DialogsProps {
  search: KeywordsSearch
  onChange: (patch: Partial<KeywordsSearch>) => void
}

/** The dialogs that the address opens. */
function Dialogs({ search, onChange }: DialogsProps) {
  return (
    <>
      {isDialogOpen(search) && <OpenDialog search={search} onChange={onChange} />}
      {search.compare !== undefined && (
        <ComparisonDialog statId={search.compare} onClose={() => onChange({ compare: undefined })} />
      )}
    </>
  )
}

/** Keywords Summary: the tracked keywords, who wins them, and the actions on them. */
export function KeywordsScreen() {
  const [search, change] = useSearchState(KeywordsSearch)
  const query = useQuery(keywordsQuery(search))
  const { pinned, isAwaited, isMissing } = usePinnedKeyword(search.keyword_id, query.data?.rows)
  const rows = isAwaited ? undefined : query.data?.rows
  const total = query.data ?? { total: 0, isMore: false }
  const expansion = useExpansion(search, change, leadOf(search, rows))
  const csv = useCsvExport(search, total)
  const isNarrow = useMedia(NARROW)
  const mayEdit = useMay('CreateArticle')
  const mayAdd = useMay('CreateArticle', 'KeywordsOpportunities', 'KeywordsUpload')

  const shown = useMemo(() => (pinned && rows ? [pinned, ...rows] : rows), [pinned, rows])
  const bulk = useBulk(shown, search)
  const { selection } = bulk
  const bulkMenu = mayEdit && (
    <BulkActionsMenu
      selected={selection.isWhole ? total.total : selection.ids.length}
      isWhole={selection.isWhole}
      onChoose={bulk.choose}
    />
  )
  return (
    <Page
      title={SCREENS.keywords.title}
      count={query.data ? countOf(total) : undefined}
      search={
        <SearchBox
          label="Search Already Used Keywords"
          value={search.keyword}
          maxLength={KEYWORD_MAXIMUM}
          pause={PAUSE}
          onSearch={(keyword) => expansion.changeList({ keyword, page: 1 }, { replace: true })}
        />
      }
      actions={
        <KeywordActionsMenu csv={csv} onNew={mayAdd ? () => change({ new: '1' }) : undefined}>
          {!isNarrow && bulkMenu}
        </KeywordActionsMenu>
      }
    >
      {asksWhatMoved(search) && <MovesPanel search={search} onChange={expansion.changeList} />}
      <KeywordsTable
        search={search}
        onChange={change}
        onList={expansion.changeList}
        rows={shown}
        query={query}
        selection={mayEdit ? selection : undefined}
        expanded={expansion.keys}
        onExpand={expansion.expand}
        renderPanel={(row: KeywordRow) => (
          <KeywordPanel
            row={row}
            search={search}
            isLinked={expansion.linked === row.keyword_id}
            onChange={change}
            onCompare={(stat) => change({ compare: stat.stat_id })}
          />
        )}
        toolbar={
          <>
            <KeywordFilters search={search} onChange={expansion.changeList} />
            {isMissing && search.keyword_id !== undefined && (
              <MissingNote id={search.keyword_id} onClose={() => change({ keyword_id: undefined })} />
            )}
            <SelectionNote selection={selection} total={total} actions={isNarrow && bulkMenu} />
          </>
        }
      />
      <Dialogs search={search} onChange={change} />
      <ChosenDialog bulk={bulk} />
    </Page>
  )
}
