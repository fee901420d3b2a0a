import { significant } from '#shared/format/percent.ts'

/** A share as a bar and as a number with three digits; a dash if unknown. */
export function PercentBar({ value }: { value: number | null }) {
  if (value === null) return <span className="quiet">-</span>
  return (
    <span className="inline-row align-baseline gap-10">
      <span className="percent-track" aria-hidden="true">
        <span
          className={value < 50 ? 'percent-fill bad' : 'percent-fill good'}
          style={{ width: `${value}%` }}
        />
      </span>
      {significant(value)}
    </span>
  )
}
