import { hoursWords } from './messages.ts'

const HEIGHT = 40
const GAP = 0.25

/** Deliveries per hour, oldest first; an hour without any has a line at the bottom. */
export function WebhookHoursChart({ hours }: { hours: readonly number[] }) {
  const most = Math.max(1, ...hours)
  return (
    <figure className="webhook-hours">
      <svg
        viewBox={`0 0 ${hours.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={hoursWords(hours)}
      >
        {hours.map((count, at) => {
          const height = count === 0 ? 1.5 : Math.max(3, (count / most) * HEIGHT)
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: an hour is known by how long ago it was
              key={at}
              className={count === 0 ? 'none' : undefined}
              x={at}
              y={HEIGHT - height}
              width={1 - GAP}
              height={height}
            />
          )
        })}
      </svg>
      <figcaption aria-hidden="true">
        <span>{hours.length} h ago</span>
        <span>now</span>
      </figcaption>
    </figure>
  )
}
