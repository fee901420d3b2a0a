import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Failed } from '#web/ui/feedback/failed.tsx'

/** Shown instead of a screen that crashed or could not be loaded; the rest of the page keeps working. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <div className="page">
      <div className="sheet">
        <Failed
          title="Couldn’t show this screen"
          message={error instanceof Error ? error.message : String(error)}
          onRetry={retry}
        />
      </div>
    </div>
  )
}
