import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeywordsOfPosts } from '#shared/features/posts/adoptions/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { FAILURES, keywordsWords } from './messages.ts'
import { postKeywordsQuery, useAddPostKeywords } from './queries.ts'

const STATES = {
  new: { label: 'New', tone: 'good' },
  known: { label: 'Already there', tone: 'quiet' },
  refused: { label: 'Refused', tone: 'bad' },
} as const

function Keywords({ keywords }: Pick<KeywordsOfPosts, 'keywords'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="adopted-keywords-box" tabIndex={0} aria-label="Focus keywords">
      <table className="adopted-posts">
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col">Keyword</th>
            <th scope="col">Posts</th>
          </tr>
        </thead>
        <tbody>
          {keywords.map(({ keyword, posts, state, reason }) => (
            <tr key={keyword}>
              <td>
                <StatusBadge {...STATES[state]} />
              </td>
              <td>{keyword}</td>
              <td className="quiet">{reason ?? countedIn(posts, 'post')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Preview({ siteId }: { siteId: number }) {
  const { data, error, refetch } = useQuery(postKeywordsQuery(siteId))
  const add = useAddPostKeywords(siteId)
  if (error && !data)
    return <Failed title={FAILURES.keywords} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  return (
    <>
      <p role="status">{keywordsWords(data)}</p>
      {data.keywords.length > 0 && <Keywords keywords={data.keywords} />}
      <Button type="primary" disabled={data.added === 0} loading={add.isPending} onClick={() => add.mutate()}>
        Add {countedIn(data.added, 'keyword')}
      </Button>
    </>
  )
}

/** The focus keywords of the posts, which the user can add to Keywords after a preview. */
export function AdoptedKeywordsPanel({ siteId }: { siteId: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="mt-16" aria-label="Focus keywords of the posts">
      {isOpen ? (
        <Preview siteId={siteId} />
      ) : (
        <Button onClick={() => setOpen(true)}>Preview focus keywords</Button>
      )}
    </section>
  )
}
