import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { StartChoice } from '#shared/features/ground/saved-views/contract.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Select } from '#web/ui/input/select.tsx'
import { AFTER_SIGN_IN, FAILURES } from './messages.ts'
import { startQuery, useChooseStart, viewsQuery } from './queries.ts'

const QUEUE = 'queue'
const PLAIN = 'plain'

const choiceOf = (value: string | number): StartChoice =>
  value === QUEUE
    ? { screen: 'pendingArticles', view_id: null }
    : { screen: 'keywords', view_id: typeof value === 'number' ? value : null }

/** Chooses the page after signing in: Keywords Summary, one of its views, or the queue. */
export function StartPicker() {
  const id = useId()
  const { data: start } = useQuery(startQuery)
  const { data: views } = useQuery(viewsQuery('keywords'))
  const choose = useChooseStart()
  const mayReview = mayOpen(SCREENS.pendingArticles.access, visitorOf(useUser()))
  if (!start || !views) return null
  const { chosen } = start
  const value = chosen?.screen === 'pendingArticles' ? QUEUE : (chosen?.view_id ?? PLAIN)
  return (
    <div className="view-start stack gap-4">
      <label htmlFor={id}>{AFTER_SIGN_IN}</label>
      <Select<string | number>
        id={id}
        size="small"
        closesOnChoice
        value={value}
        disabled={choose.isPending}
        options={[
          { value: PLAIN, label: SCREENS.keywords.title },
          ...views.map(({ view_id, name }) => ({ value: view_id, label: name })),
          ...(mayReview ? [{ value: QUEUE, label: SCREENS.pendingArticles.title }] : []),
        ]}
        onChange={(next) =>
          choose.mutate(choiceOf(next), {
            onSuccess: () => notify({ kind: 'success', title: 'Your start page' }),
            onError: handleError(FAILURES.start),
          })
        }
      />
    </div>
  )
}
