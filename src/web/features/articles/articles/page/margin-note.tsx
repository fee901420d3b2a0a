import { CircleMinus, TextQuote, TriangleAlert } from 'lucide-react'
import type { Finding } from '#shared/features/articles/preflight/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import { fullName } from '#shared/format/full-name.ts'

interface MarginNoteProps {
  finding: Finding
  /** Returns the article with the finding as the reason; undefined for users who may not. */
  onQuote: ((words: string) => void) | undefined
}

/** A preflight finding beside its part of the article, with its override reason. */
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
