/** Grey bars in the shape of the expected text. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div className="skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
        <span key={line} />
      ))}
    </div>
  )
}

const ROWS = 12

/** The placeholder of any screen: a bar with a title, and a list with rows of the usual height. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="Loading">
      <div className="sub-header cluster gap-8">
        <span />
      </div>
      <div className="page awaited">
        <div className="page-skeleton-rows card-box">
          {Array.from({ length: ROWS }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity and never move
            <div key={row}>
              <span />
              <span />
              <span />
              <span />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
