import { PageSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { usePinned } from './use-pinned.ts'

/**
 * The outline of the signed-in layout, shown while its code or the user is loading; beside the menu if that
 * is pinned.
 */
export function LayoutSkeleton() {
  const { isPinned } = usePinned()
  return (
    <div className={isPinned ? 'layout-skeleton pinned' : 'layout-skeleton'}>
      {isPinned && <div className="layout-skeleton-menu" />}
      <div>
        <div className="layout-skeleton-header" />
        <main>
          <PageSkeleton />
        </main>
      </div>
    </div>
  )
}
