import type { FieldChange } from '#shared/features/article-versions/rules.ts'
import { WordsDifference } from '#web/ui/words-difference.tsx'

/** Fields that differ between two versions, each with the words marked that it lost and gained. */
export function ChangesList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity and are only shown
        <div key={index} className="change">
          <dt>{field}</dt>
          <dd>
            <WordsDifference before={before ?? ''} after={after ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
