import type { AlertRule } from '#shared/features/desk/alert-rules/contract.ts'
import { conditionWords } from '#shared/features/desk/alert-rules/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { BackTestPanel } from './back-test-panel.tsx'
import type { Listing } from './firings-dialog.tsx'
import { OWNER_GONE } from './messages.ts'
import { useFollowRule } from './queries.ts'

/** Another user's rule, which can be followed but not changed. */
export function FollowedPanel({ rule, listing }: { rule: AlertRule; listing: Listing }) {
  const { mutate, isPending } = useFollowRule()
  const condition = { ...rule, coolDownDays: rule.cool_down_days }
  return (
    <section className="alert-rule stack gap-16" aria-label={rule.name}>
      <div className="cluster between gap-12 row-gap-4">
        <h2>{rule.name}</h2>
        <span className="meta">made by {fullName(rule.owner)}</span>
      </div>
      <p>
        Alerts when {conditionWords(condition, rule.site)}, at most once every {rule.cool_down_days} days.
      </p>
      {rule.is_owner_gone && <Alert kind="warn">{`${OWNER_GONE.why} ${OWNER_GONE.ask}`}</Alert>}
      <BackTestPanel asked={{ ...condition, siteId: rule.site_id, ruleId: rule.rule_id }} listing={listing} />
      <div className="alert-foot cluster align-stretch gap-8">
        <Button type="primary" loading={isPending} onClick={() => mutate(rule)}>
          {rule.is_followed ? 'Stop following' : 'Follow this rule'}
        </Button>
      </div>
    </section>
  )
}
