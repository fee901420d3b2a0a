import { historyWords } from './messages.ts'

/** The results of the latest runs, oldest on the left. */
export function RunHistoryChart({ recent }: { recent: readonly boolean[] }) {
  if (recent.length === 0) return <span className="quiet">–</span>
  const words = historyWords(recent)
  return (
    <span className="run-history inline-row align-stretch gap-2" role="img" aria-label={words} title={words}>
      {recent.map((isOk, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a run is known by its place
        <i key={at} className={isOk ? '' : 'bad'} />
      ))}
    </span>
  )
}
