import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { Alert } from '#web/ui/alert.tsx'
import { FAILURES } from './messages.ts'

const tagsOf = ({ tags }: KeywordRow) => tags.map(({ tag }) => tag)
const sitesOf = ({ sites }: KeywordRow) => sites.map(({ display_name: name }) => name)
const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name))

function ListChange({ label, before, now }: { label: string; before: string[]; now: string[] }) {
  const [added, removed] = [without(now, before), without(before, now)]
  if (added.length + removed.length === 0) return null
  return (
    <li>
      {label}: {added.length > 0 && <span className="added">+ {added.join(', ')} </span>}
      {removed.length > 0 && <span className="removed">− {removed.join(', ')}</span>}
    </li>
  )
}

interface KeywordConflictNoteProps {
  before: KeywordRow
  now: KeywordRow
  /** The words in the form. */
  typed: string
}

/** What somebody else has made of a keyword while it was being changed here. */
export function KeywordConflictNote({ before, now, typed }: KeywordConflictNoteProps) {
  return (
    <Alert kind="bad" title={FAILURES.save}>
      Somebody else has saved this keyword in the meantime. Their changes are in the form now; yours are kept.
      Save again to keep both.
      <ul className="word-changes">
        {now.keyword !== before.keyword && (
          <li>
            Keyword: “{now.keyword}”{typed !== now.keyword && ', and yours stays in the form'}
          </li>
        )}
        <ListChange label="Tags" before={tagsOf(before)} now={tagsOf(now)} />
        <ListChange label="Sites" before={sitesOf(before)} now={sitesOf(now)} />
        {now.is_tracked !== before.is_tracked && <li>{now.is_tracked ? 'Tracked' : 'Not tracked'}</li>}
      </ul>
    </Alert>
  )
}
