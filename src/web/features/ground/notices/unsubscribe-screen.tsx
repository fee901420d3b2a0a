import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import type { MailScope } from '#shared/features/ground/notices/form.ts'
import { ApiError } from '#web/api/api-error.ts'
import { handleError } from '#web/api/handle-error.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { stopped, stopQuestion, UNSUBSCRIBE } from './messages.ts'
import { mailLinkQuery, useUnsubscribe } from './queries.ts'

const isWellFormed = (token: string) =>
  noticeEndpoints.readMailLink.params?.safeParse({ token }).success === true

function Said({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <h2 {...useHeadingFocus()}>{title}</h2>
      {children}
      <p>
        <Link to={SCREENS.profile.path} search={{ tab: 'notifications' }} className="underlined">
          My Profile, Notifications
        </Link>
      </p>
    </>
  )
}

function Question({ token, scope, isOn }: { token: string; scope: MailScope; isOn: boolean }) {
  const unsubscribe = useUnsubscribe(token)
  if (unsubscribe.isSuccess)
    return (
      <Said title={stopped(scope)}>
        <p className="quiet">{UNSUBSCRIBE.bell}</p>
      </Said>
    )
  if (!isOn) return <Said title={UNSUBSCRIBE.isOff} />
  const stop = () => unsubscribe.mutate(undefined, { onError: handleError(UNSUBSCRIBE.notDone) })
  return (
    <>
      <h2>{stopQuestion(scope)}</h2>
      <p className="quiet">{UNSUBSCRIBE.bell}</p>
      <Button type="primary" loading={unsubscribe.isPending} onClick={stop} className="self-start">
        {UNSUBSCRIBE.stop}
      </Button>
    </>
  )
}

function Content({ token }: { token: string }) {
  const isReadable = isWellFormed(token)
  const { data, error, refetch } = useQuery({ ...mailLinkQuery(token), enabled: isReadable })
  if (!isReadable || (error instanceof ApiError && error.status === 404))
    return (
      <Said title={UNSUBSCRIBE.deadTitle}>
        <p className="quiet">{UNSUBSCRIBE.dead}</p>
      </Said>
    )
  if (error)
    return <Failed title={UNSUBSCRIBE.notLoaded} message={error.message} onRetry={() => void refetch()} />
  return data ? <Question token={token} scope={data.scope} isOn={data.is_on} /> : <Skeleton lines={3} />
}

/** The page that a mail names for unsubscribing. Opening it changes nothing: programs that check mail follow links. */
export function UnsubscribeScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false })
  return (
    <Page title={SCREENS.unsubscribe.title} narrow>
      <section className="stack gap-12" aria-live="polite">
        <Content token={token} />
      </section>
    </Page>
  )
}
