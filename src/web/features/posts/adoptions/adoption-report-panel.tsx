import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { AdoptedPost, Adoption } from '#shared/features/posts/adoptions/contract.ts'
import { type AdoptedOutcome, OUTCOME_LABELS, OUTCOMES } from '#shared/features/posts/adoptions/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge, type Tone } from '#web/ui/cells/status-badge.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Pager } from '#web/ui/list/pager.tsx'
import { FAILURES } from './messages.ts'
import { reportQuery } from './queries.ts'

const TONES: Readonly<Record<AdoptedOutcome, Tone>> = {
  added: 'good',
  changed: 'note',
  known: 'quiet',
  ours: 'accent',
  gone: 'warn',
  refused: 'bad',
}

const noteOf = ({ note, asins, focus_keyword: keyword }: AdoptedPost) =>
  note || [countedIn(asins.length, 'product'), ...(keyword === '' ? [] : [`“${keyword}”`])].join(', ')

function PostRow({ post }: { post: AdoptedPost }) {
  const { outcome, title, url, post_id: id } = post
  const name = title || `Post ${id}`
  return (
    <tr>
      <td>
        <StatusBadge label={OUTCOME_LABELS[outcome]} tone={TONES[outcome]} />
      </td>
      <td>
        {url === null ? (
          name
        ) : (
          <a href={url} target="_blank" rel="noopener noreferrer">
            {name}
            <span className="visually-hidden"> opens in a new tab</span>
          </a>
        )}
      </td>
      <td className="quiet">{noteOf(post)}</td>
    </tr>
  )
}

function Posts({ id, outcome }: { id: number; outcome: AdoptedOutcome | undefined }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(reportQuery(id, { page, ...(outcome ? { outcome } : {}) }))
  if (error && !data)
    return <Failed title={FAILURES.report} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={5} />
  return (
    <>
      <table className="adopted-posts" aria-label="Posts read">
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Post</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {data.nodes.map((post) => (
            <PostRow key={post.post_id} post={post} />
          ))}
        </tbody>
      </table>
      <Pager current={page} size={PAGE_SIZE} total={data.totalCount} onChange={setPage} />
    </>
  )
}

interface AdoptionReportPanelProps {
  run: Adoption
  title: string
  onDownload: () => void
}

/** The result of a run, and the outcome for each post. */
export function AdoptionReportPanel({ run, title, onDownload }: AdoptionReportPanelProps) {
  const [outcome, setOutcome] = useState<AdoptedOutcome>()
  const { outcomes, user, ended_at: endedAt, products, reason } = run
  const facts = OUTCOMES.filter((name) => outcomes[name] > 0).map((name) => ({
    key: name,
    label: OUTCOME_LABELS[name],
    icon: null,
    value: counted(outcomes[name]),
    note: outcomes[name] === 1 ? 'post' : 'posts',
  }))
  return (
    <section className="adoption-report mt-16" aria-label={title}>
      <header className="cluster gap-12 row-gap-4 mb-8">
        <h3>{title}</h3>
        <span className="meta">
          {endedAt && <RelativeTime moment={endedAt} />}
          {user && `, ${user.first_name} ${user.last_name}`}
          {`, ${countedIn(products, 'product')}`}
        </span>
        <Button size="small" icon={<Download size={14} aria-hidden="true" />} onClick={onDownload}>
          Report
        </Button>
      </header>
      {reason !== null && <p className="quiet">{reason}</p>}
      {facts.length > 0 && (
        <>
          <FactStrip label="Outcomes" facts={facts} active={outcome} onChange={setOutcome} />
          <Posts key={`${run.adoption_id}-${outcome}`} id={run.adoption_id} outcome={outcome} />
        </>
      )}
    </section>
  )
}
