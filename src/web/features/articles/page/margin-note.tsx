import { CircleMinus, TextQuote, TriangleAlert } from 'lucide-react'
import type { Finding } from '#shared/features/preflight/contract.ts'
import { findingKey } from '#shared/features/preflight/rules.ts'
import { fullName } from '#shared/format/full-name.ts'

interface MarginNoteProps {
  finding: Finding
  /** Sends the article back with the finding as the reason; absent where that is not this person's. */
  onQuote: ((words: string) => void) | undefined
}

/** What preflight has against a part of the article, beside that part, with the reason that was given for it. */
export function MarginNote({ finding, onQuote }: MarginNoteProps) {
  const { level, message, override, needs_reason: needsReason } = finding
  const Icon = level === 'blocking' ? CircleMinus : TriangleAlert
  return (
    <li className={`margin-note ${level}`} data-finding={findingKey(finding)} tabIndex={-1}>
      <Icon size={14} role="img" aria-label={level} />
      <div>
        <p>{message}</p>
        {override && (
          <p className="quiet">
            {fullName(override.user)}: “{override.reason}”
          </p>
        )}
        {needsReason && !override && <p className="quiet">No reason was given.</p>}
        {onQuote && (
          <button type="button" className="link-button" onClick={() => onQuote(message)}>
            <TextQuote size={12} aria-hidden="true" />
            Return with this
          </button>
        )}
      </div>
    </li>
  )
}
