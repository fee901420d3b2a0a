import { ExternalLink } from 'lucide-react'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { OPEN_STORY } from './messages.ts'

interface ScanFailureNoteProps {
  title: string
  message: string
  /** The story's URL. */
  url: string | null
  onRetry: () => void
}

/** Why a story could not be read, with a link to open it. */
export function ScanFailureNote({ title, message, url, onRetry }: ScanFailureNoteProps) {
  const address = safeAddress(url)
  return (
    <Alert kind="bad" title={title}>
      <p>{message}</p>
      {address !== null && (
        <p>
          <a href={address} target="_blank" rel="noreferrer" className="scan-link inline-row gap-4">
            {OPEN_STORY}
            <ExternalLink size={12} aria-hidden="true" />
            <span className="visually-hidden"> in a new tab</span>
          </a>
        </p>
      )}
      <Button onClick={onRetry}>Retry</Button>
    </Alert>
  )
}
