import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { OutboxMail } from '#shared/features/ground/system/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { FailedJobsNote } from '#web/features/operate/runs/failed-jobs-note.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { outboxQuery } from './queries.ts'

const ADDRESS = /(https?:\/\/[^\s<>"]+)/

const parametersOf = ({ searchParams }: URL) => Object.fromEntries(searchParams)

/** A text with its links; internal links are opened within the product. */
function linked(text: string): ReactNode[] {
  return text.split(ADDRESS).map((part, index) => {
    if (index % 2 === 0) return part
    const url = URL.parse(part)
    if (url?.origin !== window.location.origin)
      return (
        <a className="underlined" key={part} href={part} target="_blank" rel="noreferrer">
          {part}
        </a>
      )
    return (
      <Link className="underlined" key={part} to={url.pathname} search={parametersOf(url)}>
        {part}
      </Link>
    )
  })
}

/** The way that a mail offers: an invitation or a reset link of this workspace. */
const wayOf = (text: string) =>
  text
    .split(ADDRESS)
    .map((part) => URL.parse(part))
    .find((url) => url?.origin === window.location.origin)

function MailItem({ mail, isNewest }: { mail: OutboxMail; isNewest: boolean }) {
  const way = wayOf(mail.text)
  return (
    <li>
      <article className="mail">
        <details className="fill shrinkable" open={isNewest}>
          <summary>
            <h2>{mail.subject}</h2>
            <span className="quiet ellipsis">to {mail.to}</span>
            <span className="meta">
              <Moment moment={mail.sent_at} />
            </span>
          </summary>
          <div className="mail-text">{linked(mail.text)}</div>
        </details>
        {way && (
          <Link
            to={way.pathname}
            search={parametersOf(way)}
            className="btn"
            aria-label={`Open link for ${mail.to}`}
          >
            Open link
          </Link>
        )}
      </article>
    </li>
  )
}

/** The mails that this workspace wrote but did not send. */
export function OutboxScreen() {
  const { data, error, refetch } = useQuery(outboxQuery)
  const isAbsent = error instanceof ApiError && error.status === 404
  return (
    <Page title="Outbox" count={data?.length}>
      <FailedJobsNote />
      {isAbsent ? (
        <Empty text="There’s no outbox here. Emails are sent by SMTP if it’s configured; otherwise they’re saved as files in the data folder." />
      ) : error && !data ? (
        <Failed title="Couldn’t load the outbox" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={5} />
      ) : data.length === 0 ? (
        <Empty text="No emails yet. Invitations and reset links appear here." />
      ) : (
        <ul className="sheet mails">
          {data.map((mail, index) => (
            <MailItem key={mail.id} mail={mail} isNewest={index === 0} />
          ))}
        </ul>
      )}
    </Page>
  )
}
