import type { AlertRule } from '#shared/features/desk/alert-rules/contract.ts'
import { conditionWords, mayChangeRule } from '#shared/features/desk/alert-rules/rules.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { judgedWords, nowWords, pastWords } from './messages.ts'
import { useSwitchRule } from './queries.ts'

interface RulesListProps {
  rules: readonly AlertRule[]
  open: number | undefined
  onOpen: (rule: number) => void
}

const conditionOf = (rule: AlertRule) => ({ ...rule, coolDownDays: rule.cool_down_days })

function NowBadge({ rule }: { rule: AlertRule }) {
  const isNaming = rule.is_on && rule.named_now > 0
  return (
    <StatusBadge
      label={nowWords(rule)}
      tone={isNaming ? 'warn' : 'quiet'}
      mark={isNaming ? 'solid' : 'hollow'}
    />
  )
}

function Notes({ rule, isOwn }: { rule: AlertRule; isOwn: boolean }) {
  const judged = judgedWords(rule.answers)
  return (
    <>
      {rule.is_owner_gone && <span className="badge warn">inactive owner</span>}
      {!rule.is_owner_gone && rule.listeners === 0 && <span className="badge warn">no recipients</span>}
      {judged && <span className="meta">{judged}</span>}
      {!isOwn && (
        <span className="meta">
          by {fullName(rule.owner)}
          {rule.is_followed && ', you follow it'}
        </span>
      )}
    </>
  )
}

/** All rules with their state, the number of current matches, and how often they alert. */
export function RulesList({ rules, open, onOpen }: RulesListProps) {
  const user = useUser()
  const { mutate: turn } = useSwitchRule()
  return (
    <ul className="alert-list" aria-label="Alert rules">
      {rules.map((rule) => {
        const isOwn = user !== null && mayChangeRule({ id: user.id, roleId: user.role_id }, rule.owner.id)
        return (
          <li key={rule.rule_id} className={rule.rule_id === open ? 'alert-row open' : 'alert-row'}>
            <Switch
              label={`${rule.name} is on`}
              checked={rule.is_on}
              disabled={!isOwn}
              onChange={(isOn) => turn({ rule, isOn })}
            />
            <button
              type="button"
              className="alert-name"
              aria-current={rule.rule_id === open}
              onClick={() => onOpen(rule.rule_id)}
            >
              {rule.name}
            </button>
            <NowBadge rule={rule} />
            <p className="quiet">{conditionWords(conditionOf(rule), rule.site)}</p>
            <span className="quiet nowrap text-right">{pastWords(rule)}</span>
            <div className="alert-notes hide-empty cluster align-stretch gap-12 row-gap-4">
              <Notes rule={rule} isOwn={isOwn} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}
