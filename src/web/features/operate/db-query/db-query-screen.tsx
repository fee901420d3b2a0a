import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Lock, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SavedQuery } from '#shared/features/operate/db-query/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ConsolePanel } from './console-panel.tsx'
import { ErrorNote } from './error-note.tsx'
import { BEGIN, FAILURES, KEPT, NO_LONGER_SAVED } from './messages.ts'
import { consoleQuery, savedQueriesQuery } from './queries.ts'
import { QueryAnswerPanel } from './query-answer-panel.tsx'
import { ReportMenu } from './report-menu.tsx'
import { SaveQueryDialog } from './save-query-dialog.tsx'
import { DbQuerySearch } from './search.ts'
import { StatementPanel } from './statement-panel.tsx'
import { useAsking } from './use-asking.ts'
import { useStatement } from './use-statement.ts'

/** The saved query in the address; its statement is put into the editor once, when it is opened. */
function useOpened(id: number | undefined, take: (statement: string) => void) {
  const { data } = useQuery(savedQueriesQuery)
  const saved = data?.find(({ query_id }) => query_id === id)
  const [opened, setOpened] = useState<number>()
  useEffect(() => {
    if (saved === undefined || saved.query_id === opened) return
    setOpened(saved.query_id)
    take(saved.statement)
  }, [saved, opened, take])
  return { saved, isGone: id !== undefined && data !== undefined && saved === undefined }
}

function About({ saved }: { saved: SavedQuery | undefined }) {
  if (saved === undefined) return null
  const { name, is_own: isOwn, owner, updated_at: moment } = saved
  return (
    <span>
      {name} · saved by {isOwn ? 'you' : fullName(owner)}, <RelativeTime moment={moment} />
    </span>
  )
}

interface AskedProps {
  asking: ReturnType<typeof useAsking>
  isOff: boolean
}

/** The result of the last statement: rows, an error, or an introduction. */
function Asked({ asking: { asked, failure }, isOff }: AskedProps) {
  const answer = asked?.answer
  if (failure) return <Failed title={FAILURES.execute} message={failure.message} />
  if (!asked || !answer) return isOff ? null : <Empty text={BEGIN} />
  if ('error' in answer) return <ErrorNote error={answer.error} statement={asked.statement} />
  return <QueryAnswerPanel answer={answer} statement={asked.statement} />
}

function ConsoleFoot({ role }: { role: string | null | undefined }) {
  return (
    <p className="cluster align-stretch between gap-24 row-gap-4 meta">
      {role && (
        <span className="inline-row gap-4">
          <Lock size={14} aria-hidden="true" /> as <b>{role}</b>
        </span>
      )}
      <span className="inline-row gap-4">{KEPT}</span>
    </p>
  )
}

/** Database Interface: runs a single read-only statement on views without secrets. */
export function DbQueryScreen() {
  const [{ query: id }, change] = useSearchState(DbQuerySearch)
  const navigate = useNavigate()
  const [statement, setStatement] = useStatement()
  const [isSaving, setSaving] = useState(false)
  const { data: console } = useQuery(consoleQuery)
  const asking = useAsking()
  const { ask, asked, failure, isPending, cancel } = asking
  const { saved, isGone } = useOpened(id, setStatement)
  const answer = asked?.answer
  const error = answer && 'error' in answer ? answer.error : null
  const hasRows = !failure && answer !== undefined && error === null
  const isOff = typeof console?.off === 'string'
  const begin = () => {
    setStatement('')
    void navigate({ to: SCREENS.dbQuery.path })
  }
  const askNow = (words: string) => {
    setStatement(words)
    ask(words)
  }
  return (
    <Page
      title={SCREENS.dbQuery.title}
      about={<About saved={saved} />}
      actions={
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={begin}>
          New query
        </Button>
      }
    >
      <div className="console">
        {!isOff && <ConsolePanel onAsk={askNow} onTake={setStatement} />}
        <div className="stack bounded gap-16">
          {console?.off && (
            <Alert kind="warn" title="The console is off.">
              {console.off}
            </Alert>
          )}
          {console?.warning && <Alert kind="warn">{console.warning}</Alert>}
          {isGone && <Alert kind="note">{NO_LONGER_SAVED}</Alert>}
          <StatementPanel
            statement={statement}
            onChange={setStatement}
            tables={console?.tables ?? []}
            error={asked?.statement === statement ? error : null}
            isPending={isPending}
            isOff={isOff}
            onAsk={ask}
            onCancel={cancel}
            onSave={() => setSaving(true)}
          />
          {!hasRows && (
            <div className="console-answer-bar cluster gap-8 console-no-answer">
              <ReportMenu statement="" />
            </div>
          )}
          <Asked asking={asking} isOff={isOff} />
          <ConsoleFoot role={console?.role} />
        </div>
      </div>
      {isSaving && (
        <SaveQueryDialog
          saved={saved?.is_own ? saved : null}
          statement={statement}
          onSaved={({ query_id: query }) => change({ query })}
          onClose={() => setSaving(false)}
        />
      )}
    </Page>
  )
}
