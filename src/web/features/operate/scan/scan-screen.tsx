import { Radar, RotateCcw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ScanFunction } from '#shared/features/operate/scan/contract.ts'
import type { ScanFix } from '#shared/features/operate/scan/rules.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { Page } from '#web/ui/page.tsx'
import { EMPTY, FAILURES, fixQuestion, NONE_OF_STATUS } from './messages.ts'
import { ScanAnswerPanel } from './scan-answer-panel.tsx'
import { ScanFilters } from './scan-filters.tsx'
import { ScanTable } from './scan-table.tsx'
import { ScanSearch } from './search.ts'
import { useScan } from './use-scan.ts'

type Scanning = ReturnType<typeof useScan>

interface FoundProps {
  scan: Scanning
  follows: boolean
  only: ScanSearch['status']
}

function Found({ scan, follows, only }: FoundProps) {
  const confirm = useConfirm()
  const { query, scans, functions, progress } = scan
  const mend = async (one: ScanFunction, fix: ScanFix) => {
    if (await confirm(fixQuestion(one.name, fix))) scan.fix(one, fix)
  }
  if (query.isPending) return <Skeleton lines={12} />
  if (query.error && functions.length === 0)
    return <Failed title={FAILURES.list} message={query.error.message} onRetry={() => void query.refetch()} />
  if (functions.length === 0) return <Empty text={EMPTY} />
  const isNone =
    only !== undefined && !functions.some(({ status }) => status === only || status === 'processing')
  if (isNone) return <Empty text={NONE_OF_STATUS} />
  return (
    <ScanTable
      scans={scans}
      follows={follows && progress !== null}
      only={only}
      isBusy={progress !== null}
      onRun={scan.run}
      onFix={(one, fix) => void mend(one, fix)}
    />
  )
}

/** If the page scrolled along with the rows, it scrolls back to the summary when all are done. */
function useAnswerInSight(isRunning: boolean, follows: boolean) {
  const answer = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning && follows) answer.current?.scrollIntoView({ block: 'center' })
    wasRunning.current = isRunning
  }, [isRunning, follows])
  return answer
}

/** Shows broken or misconfigured connections and parts of Copydesk itself, with fixes. */
export function ScanScreen() {
  const [search, change] = useSearchState(ScanSearch)
  const scan = useScan(search)
  const { progress, functions, query } = scan
  const follows = search.scroll === undefined
  const answer = useAnswerInSight(progress !== null, follows)
  return (
    <Page
      title={SCREENS.scan.title}
      actions={
        <>
          <Button
            icon={<RotateCcw size={16} aria-hidden="true" />}
            aria-label="Reset Scan"
            onClick={scan.reset}
          >
            <span className="wide-only">Reset Scan</span>
          </Button>
          <Button
            type="primary"
            icon={<Radar size={16} aria-hidden="true" />}
            loading={progress !== null}
            disabled={query.isPending}
            onClick={scan.start}
          >
            Start Scan
          </Button>
        </>
      }
    >
      <div ref={answer}>
        {query.data && <ScanAnswerPanel search={search} functions={functions} progress={progress} />}
      </div>
      <ScanFilters search={search} onChange={change} />
      <Found scan={scan} follows={follows} only={search.status} />
    </Page>
  )
}
