import { Checkbox } from '#web/ui/input/checkbox.tsx'
import type { ArticlePoints } from './use-points.ts'

/** QA's requests as a checklist; changed fields are ticked automatically. */
export function PointsList({ points, toggle }: ArticlePoints) {
  if (points.length === 0) return null
  return (
    <ul className="page-points stack gap-4 mt-8" aria-label="To do">
      {points.map(({ field, words, isAnswered }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two points may say the same
        <li key={at} className={isAnswered ? 'done' : undefined}>
          <Checkbox checked={isAnswered} onChange={() => toggle(at)}>
            <b className="page-quoted">{field}</b> {words}
          </Checkbox>
        </li>
      ))}
    </ul>
  )
}
