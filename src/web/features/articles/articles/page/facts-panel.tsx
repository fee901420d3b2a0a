import type { UseQueryResult } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import type { Finding, Preflight } from '#shared/features/articles/preflight/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { ChecklistPanel } from '../checklist-panel.tsx'
import { EventsList } from '../details/events-list.tsx'
import { TaskPanel } from '../details/task-panel.tsx'
import { VersionsPanel } from '../details/versions-panel.tsx'
import { NOT_LOADED } from '../messages.ts'
import { RejectionNotesList } from '../rejection-notes-list.tsx'
import { MarginNote } from './margin-note.tsx'
import { PlacePanel } from './place-panel.tsx'
import { PointsList } from './points-list.tsx'
import { placeOfFinding } from './reading-panel.tsx'
import type { ArticlePoints } from './use-points.ts'

/** The latest note of QA and its reply; earlier ones on demand. */
function NotesCard({ article, points }: { article: Article; points: ArticlePoints | undefined }) {
  const last = article.returns.at(-1)
  if (last === undefined) return null
  const earlier = article.returns.slice(0, -1)
  return (
    <section className="page-card page-notes" aria-labelledby="notes-title">
      <h3 id="notes-title">{last.kind === 'return' ? 'Last return' : 'Rejection'}</h3>
      <RejectionNotesList article={{ ...article, returns: [last] }} />
      {points && <PointsList {...points} />}
      {earlier.length > 0 && (
        <details>
          <summary>{earlier.length === 1 ? 'One earlier note' : `${earlier.length} earlier notes`}</summary>
          <RejectionNotesList article={{ ...article, returns: earlier }} />
        </details>
      )}
    </section>
  )
}

interface PreflightCardProps {
  preflight: Preflight
  onQuote: ((words: string) => void) | undefined
}

/** The article's findings. Those about one part of the article are shown beside that part. */
function PreflightCard({ preflight, onQuote }: PreflightCardProps) {
  const { findings, passed, rules } = preflight
  const whole = findings.filter(({ path }: Finding) => placeOfFinding(path) === null)
  return (
    <section className="page-card" aria-labelledby="preflight-title">
      <div className="page-card-head">
        <h3 id="preflight-title">Preflight</h3>
        <span className="quiet tabular">{`${passed} of ${rules} rules pass`}</span>
      </div>
      {findings.length > whole.length && (
        <p className="quiet">
          {findings.length - whole.length === 1 ? 'One finding is' : 'The findings are'} next to the text
          concerned.
        </p>
      )}
      {whole.length > 0 && (
        <ul className="mt-8">
          {whole.map((finding) => (
            <MarginNote key={findingKey(finding)} finding={finding} onQuote={onQuote} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface FactsPanelProps {
  article: Article
  preflight: UseQueryResult<Preflight | null>
  onQuote: ((words: string) => void) | undefined
  /** For the user who has to answer a return. */
  points: ArticlePoints | undefined
}

/** Details about an article besides its text. */
export function FactsPanel({ article, preflight, onQuote, points }: FactsPanelProps) {
  return (
    <aside className="page-rail column gap-12" aria-label="About this article">
      <NotesCard article={article} points={points} />
      <NotLoadedNote what={NOT_LOADED.preflight} query={preflight} />
      {preflight.data && <PreflightCard preflight={preflight.data} onQuote={onQuote} />}
      <ChecklistPanel article={article} />
      <PlacePanel article={article}>
        <TaskPanel article={article} />
      </PlacePanel>
      <section className="page-card" aria-labelledby="history-title">
        <h3 id="history-title">History</h3>
        <EventsList article={article} />
        <VersionsPanel article={article} />
      </section>
    </aside>
  )
}
