import type { PostKeywordRow, PostQuery } from '#shared/features/posts/gsc-keywords/contract.ts'
import {
  isSameKeyword,
  isStriking,
  type Period,
  STRIKING,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import { counted } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { APPLY } from './messages.ts'
import { PositionsPanel } from './positions-panel.tsx'

const share = ({ CLICKS, IMPRESSIONS }: PostQuery) =>
  `${((CLICKS / Math.max(1, IMPRESSIONS)) * 100).toFixed(2)} %`

interface PostQueriesPanelProps {
  row: PostKeywordRow
  period: Period
  /** The new keyword, if one was chosen. */
  chosen: string | undefined
  onApply: (query: PostQuery) => void
}

function Marks({ row, query, chosen }: Pick<PostQueriesPanelProps, 'row' | 'chosen'> & { query: PostQuery }) {
  const isPresent = isSameKeyword(row.POST_KEYWORD, query.QUERY)
  return (
    <span className="inline-cluster align-stretch gap-4">
      {chosen !== undefined && isSameKeyword(chosen, query.QUERY) && (
        <span className="gsc-mark warn">to be saved</span>
      )}
      {row.keywords[0] === query && <span className="gsc-mark good">best by clicks</span>}
      {isPresent && <span className="gsc-mark">current keyword</span>}
      {isStriking({ position: query.position, impressions: query.IMPRESSIONS }) && (
        <span
          className="gsc-mark warn"
          title={`Position ${STRIKING.from} to ${STRIKING.to}, with at least ${counted(STRIKING.impressions)} impressions`}
        >
          striking distance
        </span>
      )}
    </span>
  )
}

function QueryRow({ query, most, ...of }: PostQueriesPanelProps & { query: PostQuery; most: number }) {
  const { row, chosen, onApply } = of
  const isDone = isSameKeyword(chosen ?? row.POST_KEYWORD, query.QUERY)
  return (
    <tr>
      <th scope="row">{query.QUERY}</th>
      <td className="numeric">
        <span className="gsc-bar" aria-hidden="true">
          <span style={{ width: `${(query.CLICKS / Math.max(1, most)) * 100}%` }} />
        </span>
        <strong>{counted(query.CLICKS)}</strong>
      </td>
      <td className="numeric" data-title="impressions">
        {counted(query.IMPRESSIONS)}
      </td>
      <td className="numeric gsc-wide">{share(query)}</td>
      <td className="numeric gsc-wide">{query.position.toFixed(1)}</td>
      <td>
        <Marks row={row} query={query} chosen={chosen} />
      </td>
      <td className="gsc-apply nowrap">
        {!isDone && (
          <Button type="link" size="small" onClick={() => onApply(query)}>
            {APPLY}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** The queries that people found a post by, with its positions. */
export function PostQueriesPanel(props: PostQueriesPanelProps) {
  const { row, period } = props
  const queries =
    row.now && !row.keywords.some(({ QUERY }) => QUERY === row.now?.QUERY)
      ? [...row.keywords, row.now]
      : row.keywords
  const most = row.keywords[0]?.CLICKS ?? 0
  return (
    <section className="gsc-panel stack bounded gap-24" aria-label={`Queries of ${row.POST_TITLE}`}>
      <div className="gsc-queries">
        <table aria-label={`Queries of ${row.POST_TITLE}`}>
          <thead>
            <tr>
              <th scope="col">Query</th>
              <th scope="col" className="numeric">
                Clicks
              </th>
              <th scope="col" className="numeric">
                Impressions
              </th>
              <th scope="col" className="numeric gsc-wide">
                CTR
              </th>
              <th scope="col" className="numeric gsc-wide">
                Position
              </th>
              <th scope="col">
                <span className="visually-hidden">Marks</span>
              </th>
              <th scope="col">
                <span className="visually-hidden">Apply</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {queries.map((query) => (
              <QueryRow key={query.QUERY} {...props} query={query} most={most} />
            ))}
          </tbody>
        </table>
      </div>
      <PositionsPanel row={row} period={period} />
    </section>
  )
}
