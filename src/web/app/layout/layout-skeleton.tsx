import { PageSkeleton } from '#web/ui/skeleton.tsx'

/** The outline of the signed-in layout, while it or the person is on the way. */
export function LayoutSkeleton() {
  return (
    <div className="layout-skeleton">
      <div className="layout-skeleton-header" />
      <main>
        <PageSkeleton />
      </main>
    </div>
  )
}
