import { TextQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Finding } from '#shared/features/articles/preflight/contract.ts'
import { findingKey } from '#shared/features/articles/preflight/rules.ts'
import { MarginNote } from './margin-note.tsx'

interface BlockPanelProps {
  /** The name of the field in its form. */
  field: string
  isChanged: boolean
  findings: readonly Finding[]
  /** Adds words to the reason of a return; undefined for users who do not decide. */
  onQuote: ((words: string) => void) | undefined
  children: ReactNode
}

/** A part of the article, with a bar if it changed and its findings beside it. */
export function BlockPanel({ field, isChanged, findings, onQuote, children }: BlockPanelProps) {
  return (
    <div
      className={isChanged ? 'page-block stack bounded changed' : 'page-block stack bounded'}
      data-field={field}
    >
      <div className="page-block-text">{children}</div>
      <div className="page-block-notes caption">
        {isChanged && <p className="quiet">{field} changed</p>}
        {findings.length > 0 && (
          <ul aria-label={`Preflight: ${field}`}>
            {findings.map((finding) => (
              <MarginNote key={findingKey(finding)} finding={finding} onQuote={onQuote} />
            ))}
          </ul>
        )}
        {onQuote && (
          <button
            type="button"
            className="link-button page-quote"
            aria-label={`Quote ${field}`}
            onClick={() => onQuote(`${field}: `)}
          >
            <TextQuote size={12} aria-hidden="true" />
            Quote
          </button>
        )}
      </div>
    </div>
  )
}
