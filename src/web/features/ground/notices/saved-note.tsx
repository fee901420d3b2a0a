import { Check } from 'lucide-react'
import { NOTIFICATIONS } from './messages.ts'

/** Says that a change was saved; screen readers announce it. */
export function SavedNote({ isShown }: { isShown: boolean }) {
  return (
    <span className="meta row gap-6 push" role="status">
      {isShown && (
        <>
          <Check size={14} aria-hidden="true" />
          {NOTIFICATIONS.saved}
        </>
      )}
    </span>
  )
}
