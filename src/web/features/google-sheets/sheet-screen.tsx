import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
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
    <Page title={SCREENS.sheet.title} about={grid && <code>{grid.sheetId}</code>} actions={toSheets}>
      {grid === undefined && error && (
        <Failed title={MESSAGES.gridFailed} message={error.message} onRetry={() => void refetch()} />
      )}
      {grid === undefined && !error && <Skeleton lines={6} />}
      {grid === null && <Empty text={NO_SUCH_SHEET} />}
      {grid && <GridPanel key={`${id} ${grid.version}`} id={id} grid={grid} />}
    </Page>
  )
}
