import type { FieldChange } from '#shared/features/article-versions/rules.ts'

const Nothing = () => <span className="quiet">Nothing</span>

/** Fields that differ between two versions, each as it was and as it is. */
export function ChangesList({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className="changes">
      {changes.map(({ field, before, after }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity and are only shown
        <div key={index} className="change">
          <dt>{field}</dt>
          <dd>
            <del>
              <span className="visually-hidden">before: </span>
              {before ?? <Nothing />}
            </del>
            <ins>
              <span className="visually-hidden">now: </span>
              {after ?? <Nothing />}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
