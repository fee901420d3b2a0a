import type { ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { REFRESH_FORMULA, REFRESH_HIGH, REFRESH_KINDS } from '#shared/features/posts/content-tracker/rules.ts'
import { PopupCard } from '#web/ui/overlay/popup-card.tsx'
import { NO_REASONS, REFRESH_LABELS, refreshTitle } from './messages.ts'
import { UpdatePanel } from './update-panel.tsx'

/** The parts of the score, how it is calculated, and the possible actions. */
function Reasons({ row }: { row: ContentRow }) {
  return (
    <div className="refresh-card stack gap-10">
      <h2>
        Refresh <span className="tabular">{row.refresh}</span> <span className="quiet">of 100</span>
      </h2>
      {row.reasons.length === 0 ? (
        <p className="quiet">{NO_REASONS}</p>
      ) : (
        <ul>
          {row.reasons.map(({ kind, points, text }) => (
            <li key={kind}>
              <span className="tabular refresh-points">{points}</span>
              {text}
            </li>
          ))}
        </ul>
      )}
      <details className="small quiet">
        <summary>How it’s calculated</summary>
        <ul className="refresh-formula">
          {REFRESH_KINDS.map((kind) => (
            <li key={kind}>{REFRESH_FORMULA[kind]}</li>
          ))}
        </ul>
      </details>
      <UpdatePanel row={row} isMain />
    </div>
  )
}

/** The refresh score of a post; opens to its reasons with their points. */
export function RefreshCard({ row }: { row: ContentRow }) {
  const { refresh, reasons, POST_TITLE } = row
  const hint = reasons.map(({ kind, points }) => `${REFRESH_LABELS[kind]} ${points}`).join(' · ')
  return (
    <PopupCard
      title={refreshTitle(POST_TITLE)}
      opener={(props) => (
        <button
          type="button"
          {...props}
          className={refresh >= REFRESH_HIGH ? 'refresh-number flag warn' : 'refresh-number quiet'}
          aria-label={`Refresh ${refresh}: why, for ${POST_TITLE}`}
          title={hint || NO_REASONS}
        >
          {refresh}
        </button>
      )}
    >
      {() => <Reasons row={row} />}
    </PopupCard>
  )
}
