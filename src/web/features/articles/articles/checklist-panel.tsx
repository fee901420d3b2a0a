import { useState } from 'react'
import type { Article, ChecklistEntry } from '#shared/features/articles/articles/contract.ts'
import { mayEdit } from '#shared/features/articles/articles/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { useTickChecklist } from './queries.ts'

const KIND_LABELS: Readonly<Record<string, string>> = {
  product: 'Product',
  heading: 'Heading',
  word: 'Word',
  figure: 'Figure',
  paragraphs: 'Length',
  bold: 'Bold',
  earnings: 'Earnings',
  stock: 'Stock',
  age: 'Age',
  share: 'Share of voice',
  keyword: 'Keyword',
  clicks: 'Clicks',
}

function DoneNote({ entry }: { entry: ChecklistEntry }) {
  if (entry.done_at === null) return null
  return (
    <span className="meta nowrap">
      {entry.done_by && `${fullName(entry.done_by)}, `}
      <RelativeTime moment={entry.done_at} />
    </span>
  )
}

/** Ticks are shown optimistically until the server has confirmed them. */
function useTicks(articleId: number) {
  const { mutateAsync } = useTickChecklist(articleId)
  const [asked, setAsked] = useState<ReadonlyMap<number, boolean>>(new Map())
  const forget = (position: number, done: boolean) =>
    setAsked((before) => new Map([...before].filter(([key, value]) => key !== position || value !== done)))
  return {
    isDone: ({ position, done_at }: ChecklistEntry) => asked.get(position) ?? done_at !== null,
    tick(position: number, done: boolean) {
      setAsked((before) => new Map(before).set(position, done))
      // The mutation reports its own error.
      mutateAsync({ position, done })
        .catch(() => {})
        .finally(() => forget(position, done))
    },
  }
}

/**
 * The goals of the article: the strengths of the story that won its keyword, or the reasons to refresh its
 * post. Users who may edit can tick them off.
 */
export function ChecklistPanel({ article }: { article: Article }) {
  const user = useUser()
  const { isDone, tick } = useTicks(article.article_id)
  const { checklist } = article
  if (checklist.length === 0) return null
  const mayTick = user !== null && mayEdit(user, { status: article.status, userId: article.user_id })
  return (
    <section className="checklist" aria-label="Checklist">
      <div className="mb-6 row align-baseline gap-8">
        <h3>Checklist</h3>
        <span className="quiet tabular" role="status">
          {checklist.filter(isDone).length} of {checklist.length} done
        </span>
      </div>
      <ul>
        {checklist.map((entry) => (
          <li key={entry.position} className={isDone(entry) ? 'done' : undefined}>
            <Checkbox
              checked={isDone(entry)}
              disabled={!mayTick}
              onChange={({ target }) => tick(entry.position, target.checked)}
            >
              <span className="quiet checklist-kind">{KIND_LABELS[entry.kind] ?? entry.kind}</span>
              {entry.text}
            </Checkbox>
            <DoneNote entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}
