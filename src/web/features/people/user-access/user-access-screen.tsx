import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { ReviewsPanel } from '#web/features/people/access-reviews/reviews-panel.tsx'
import { RunsPanel } from '#web/features/people/offboarding/runs-panel.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccessResultPanel } from './access-result-panel.tsx'
import { LookupForm } from './lookup-form.tsx'
import { EXPLANATION, FAILURES } from './messages.ts'
import { accountQuery, stepsQuery } from './queries.ts'

const NOBODY: AccessLookup = { email: '' }

/** Shows whether a person still has access to any system, and revokes it. */
export function UserAccessScreen() {
  const queries = useQueryClient()
  const [sought, setSought] = useState<AccessLookup>(NOBODY)
  const isAsked = sought.email !== ''
  const account = useQuery({ ...accountQuery(sought), enabled: isAsked })
  const find = (next: AccessLookup) => {
    setSought(next)
    // The same lookup again must not use the cache.
    void queries.resetQueries({ queryKey: accountQuery(next).queryKey })
    void queries.invalidateQueries({ queryKey: stepsQuery(next.email).queryKey })
  }
  return (
    <Page title={SCREENS.userAccess.title}>
      <LookupForm isAsking={account.isFetching} onFind={find} />
      <p className="meta access-explained">{EXPLANATION}</p>
      {!isAsked && (
        <div className="access-history">
          <ReviewsPanel />
          <RunsPanel />
        </div>
      )}
      {isAsked && account.isPending && <Skeleton lines={8} />}
      {account.error && (
        <Failed
          title={FAILURES.find}
          message={account.error.message}
          onRetry={() => void account.refetch()}
        />
      )}
      {account.data && (
        <AccessResultPanel
          key={`${sought.email} ${account.dataUpdatedAt}`}
          sought={sought}
          items={account.data}
          foundAt={account.dataUpdatedAt}
        />
      )}
    </Page>
  )
}
