import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { sheetsQuery } from './queries.ts'
import { SheetsSearch } from './search.ts'
import { SheetsTable } from './sheets-table.tsx'

const SheetDialog = onDemand(() => import('./sheet-dialog.tsx').then(({ SheetDialog }) => SheetDialog))

const PreviewDialog = onDemand(() =>
  import('./sync-preview-dialog.tsx').then(({ SyncPreviewDialog }) => SyncPreviewDialog),
)

/** The sheets that are synced into task boards. */
export function GoogleSheetsScreen() {
  const [search, change] = useSearchState(SheetsSearch)
  const { data } = useQuery(sheetsQuery)
  return (
    <Page
      title={SCREENS.googleSheets.title}
      count={data?.length}
      actions={
        <Button type="primary" icon={<Plus aria-hidden="true" />} onClick={() => change({ new: '1' })}>
          New link
        </Button>
      }
    >
      <SheetsTable onLook={(look) => change({ look })} />
      {search.new !== undefined && <SheetDialog onClose={() => change({ new: undefined })} />}
      {search.look !== undefined && (
        <PreviewDialog id={search.look} onClose={() => change({ look: undefined })} />
      )}
    </Page>
  )
}
