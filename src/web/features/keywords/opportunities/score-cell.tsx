const SIZE = 28
const RADIUS = 12
const LENGTH = 2 * Math.PI * RADIUS

/** A score as a ring around its number. */
export function ScoreCell({ score }: { score: number }) {
  return (
    <span className="score-ring">
      <svg width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
        <circle cx={SIZE / 2} cy={SIZE / 2} r={RADIUS} />
        <circle
          className="reached"
          cx={SIZE / 2}
          cy={SIZE / 2}
          r={RADIUS}
          strokeDasharray={`${(score / 100) * LENGTH} ${LENGTH}`}
        />
      </svg>
      <span>{score}</span>
    </span>
  )
}
