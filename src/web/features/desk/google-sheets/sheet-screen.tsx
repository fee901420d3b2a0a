import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { GridPanel } from './grid-panel.tsx'
import { MESSAGES, NO_SUCH_SHEET } from './messages.ts'
import { gridQuery } from './queries.ts'

const toSheets = (
  <Link to={SCREENS.googleSheets.path} activeOptions={{ exact: true }} className="btn">
    Google Sheets
  </Link>
)

/** The editor of an internal sheet. */
export function SheetScreen() {
  const { id: asked } = useParams({ strict: false })
  // An invalid id is treated like an unknown one.
  const id = Id.safeParse(asked).data ?? 0
  const { data: grid, error, refetch } = useQuery(gridQuery(id))
  return (
    <Page title={SCREENS.sheet.title} about={grid && <code>{grid.sheet_id}</code>} actions={grid && toSheets}>
      {grid === undefined && error && (
        <Failed title={MESSAGES.gridFailed} message={error.message} onRetry={() => void refetch()} />
      )}
      {grid === undefined && !error && <Skeleton lines={6} />}
      {grid === null && (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={NO_SUCH_SHEET}
          ways={['googleSheets', 'tools']}
        />
      )}
      {grid && <GridPanel key={`${id} ${grid.version}`} id={id} grid={grid} />}
    </Page>
  )
}
