import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { ChangeDetails, ChangeRow } from '#shared/features/keywords/keyword-changes/contract.ts'
import { bringsKeywords } from '#shared/features/keywords/keyword-changes/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { CHANGES_FAILED } from './messages.ts'
import { changeQuery } from './queries.ts'

type Example = ChangeDetails['examples'][number]
type Side = Example['before']

/** Only the values that the change affects, as short words. */
const wordsOf = ({ tags, sites, tracked }: Side, { values }: ChangeRow) => {
  const has = (kind: string) => values.some((value) => value.kind === kind)
  return [
    ...(has('tag') ? tags : []),
    ...(has('site') ? sites : []),
    ...(has('tracked') ? [tracked ? 'tracked' : 'not tracked'] : []),
  ]
}

function Words({ words, marked, as: Mark }: { words: string[]; marked: string[]; as: 'ins' | 'del' }) {
  if (words.length === 0) return <span className="quiet">none</span>
  return (
    <span className="cluster align-stretch gap-10 row-gap-0">
      {words.map((word) =>
        marked.includes(word) ? <Mark key={word}>{word}</Mark> : <span key={word}>{word}</span>,
      )}
    </span>
  )
}

function Keyword({ keyword }: { keyword: string }) {
  const isOpen = useMay('ViewKeywords')
  if (!isOpen) return keyword
  return (
    <Link to={SCREENS.keywords.path} search={{ keyword }}>
      {keyword}
    </Link>
  )
}

function Sides({ row, example }: { row: ChangeRow; example: Example }) {
  const before = wordsOf(example.before, row)
  const after = wordsOf(example.after, row)
  return (
    <tr>
      <th scope="row">
        <Keyword keyword={example.keyword} />
      </th>
      <td>
        <Words words={before} marked={before.filter((word) => !after.includes(word))} as="del" />
      </td>
      <td>
        <Words words={after} marked={after.filter((word) => !before.includes(word))} as="ins" />
      </td>
    </tr>
  )
}

/** Some of the keywords of a change, before and after. */
export function ChangePanel({ row }: { row: ChangeRow }) {
  const details = useQuery(changeQuery(row.change_id))
  if (details.error)
    return (
      <Failed title={CHANGES_FAILED} message={details.error.message} onRetry={() => void details.refetch()} />
    )
  if (!details.data) return <Skeleton lines={3} />
  const { examples } = details.data
  if (examples.length === 0) return <p className="quiet">Its keywords no longer exist.</p>
  const isPlain = bringsKeywords(row.action)
  return (
    <div className="change-panel">
      <table>
        <thead>
          <tr>
            <th className="quiet" scope="col">
              {counted(row.changed)} in all, {examples.length} shown
            </th>
            {!isPlain && (
              <th className="quiet" scope="col">
                Before
              </th>
            )}
            {!isPlain && (
              <th className="quiet" scope="col">
                After
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {isPlain
            ? examples.map(({ keyword_id: id, keyword }) => (
                <tr key={id}>
                  <th scope="row">
                    <Keyword keyword={keyword} />
                  </th>
                </tr>
              ))
            : examples.map((example) => <Sides key={example.keyword_id} row={row} example={example} />)}
        </tbody>
      </table>
    </div>
  )
}
