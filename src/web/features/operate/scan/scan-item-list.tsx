import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { ScanItem } from '#shared/features/operate/scan/contract.ts'
import { fineWords } from './messages.ts'

/** Up to this number, items without problems are listed individually. */
const FEW = 1

function Item({ item: { label, value, status, tip, article_id: articleId } }: { item: ScanItem }) {
  return (
    <li className={`scan-item ${status}`}>
      <b>
        {articleId === null ? (
          label
        ) : (
          <Link to={SCREENS.article.path} params={{ id: String(articleId) }}>
            {label}
          </Link>
        )}
      </b>{' '}
      <span>{value}</span>
      {tip && <span className="meta scan-tip block">{tip}</span>}
    </li>
  )
}

/** A function's results: problems are listed individually, the rest is counted. */
export function ScanItemList({ items }: { items: readonly ScanItem[] }) {
  if (items.length === 0) return <span className="quiet">–</span>
  const fine = items.filter(({ status }) => status === 'success')
  const others = items.filter(({ status }) => status !== 'success')
  const isShort = fine.length <= FEW
  return (
    <div>
      {(others.length > 0 || isShort) && (
        <ul>
          {[...others, ...(isShort ? fine : [])].map((item) => (
            <Item key={`${item.article_id} ${item.label} ${item.value}`} item={item} />
          ))}
        </ul>
      )}
      {!isShort && (
        <details>
          <summary className="quiet">{fineWords(fine.length)}</summary>
          <ul>
            {fine.map((item) => (
              <Item key={`${item.label} ${item.value}`} item={item} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
