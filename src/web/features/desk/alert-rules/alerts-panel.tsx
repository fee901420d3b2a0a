import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertRule } from '#shared/features/desk/alert-rules/contract.ts'
import { newCondition } from '#shared/features/desk/alert-rules/form.ts'
import { mayChangeRule } from '#shared/features/desk/alert-rules/rules.ts'
import { useUser } from '#web/api/session.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useDiscarding } from '#web/ui/hooks/use-unsaved.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { Listing } from './firings-dialog.tsx'
import { FollowedPanel } from './followed-panel.tsx'
import { CHOOSE, FAILURES, NEW_RULE, NO_RULE } from './messages.ts'
import { calmQuery, rulesQuery } from './queries.ts'
import { RulePanel } from './rule-panel.tsx'
import { RulesList } from './rules-list.tsx'

interface AlertsPanelProps {
  /** The id of the open rule; 0 is a new one. */
  open: number | undefined
  onOpen: (rule: number | undefined) => void
  /** The state of the list. */
  listing: Listing
}

interface OpenedProps extends Pick<AlertsPanelProps, 'onOpen' | 'listing'> {
  rule: AlertRule
}

function Opened({ rule, onOpen, listing }: OpenedProps) {
  const user = useUser()
  const isOwn = user !== null && mayChangeRule({ id: user.id, roleId: user.role_id }, rule.owner.id)
  return isOwn ? (
    <RulePanel key={rule.rule_id} rule={rule} onOpen={onOpen} listing={listing} />
  ) : (
    <FollowedPanel key={rule.rule_id} rule={rule} listing={listing} />
  )
}

interface WrittenProps extends Pick<AlertsPanelProps, 'onOpen' | 'listing'> {
  others: readonly AlertRule[]
}

/**
 * A new rule: it starts with a default threshold that rarely alerts. Data that is refetched later does not
 * change it.
 */
function Written({ others: known, onOpen, listing }: WrittenProps) {
  const [others] = useState(known)
  const { data: calm, isFetched } = useQuery(calmQuery(newCondition(others)))
  if (!isFetched) return <Skeleton />
  return (
    <RulePanel
      key="new"
      rule={null}
      others={others}
      threshold={calm?.threshold}
      onOpen={onOpen}
      listing={listing}
    />
  )
}

/** Alert rules: the list, and the alerts that the open rule would have sent. */
export function AlertsPanel({ open: asked, onOpen, listing }: AlertsPanelProps) {
  const { data: all, error, refetch } = useQuery(rulesQuery)
  const open = asked ?? all?.[0]?.rule_id
  const discarding = useDiscarding()
  // Opening another rule replaces the unsaved changes of this one.
  const turnTo = (rule: number) => rule !== open && discarding(() => onOpen(rule))
  // A failed refetch keeps the loaded rules and unsaved changes on the screen.
  if (!all && error)
    return <Failed title={FAILURES.list} message={error.message} onRetry={() => void refetch()} />
  if (!all) return <Skeleton />
  const opened = all.find(({ rule_id }) => rule_id === open)
  if (all.length === 0 && open !== 0)
    return (
      <Empty
        text={NO_RULE}
        action={
          <Button type="primary" onClick={() => onOpen(0)}>
            {NEW_RULE}
          </Button>
        }
      />
    )
  return (
    <div className="alert-rules">
      {all.length > 0 && <RulesList rules={all} open={open} onOpen={turnTo} />}
      {open === 0 && <Written others={all} onOpen={onOpen} listing={listing} />}
      {opened && <Opened rule={opened} onOpen={onOpen} listing={listing} />}
      {!opened && open !== 0 && <Empty text={CHOOSE} />}
    </div>
  )
}
