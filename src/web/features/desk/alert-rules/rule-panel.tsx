import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { AlertRule } from '#shared/features/desk/alert-rules/contract.ts'
import { checkRule, type RuleInForm, sentOf, valuesOf } from '#shared/features/desk/alert-rules/form.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useMay, useUser } from '#web/api/session.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ConflictPanel } from '#web/ui/form/conflict-panel.tsx'
import { FormRefusal } from '#web/ui/form/form-refusal.tsx'
import type { Form, Known } from '#web/ui/form/form-store.ts'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useForm, useFormGuard, useFormState, useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { BackTestPanel } from './back-test-panel.tsx'
import type { Listing } from './firings-dialog.tsx'
import { ALL_GONE, FAILURES, FIELD_LABELS, fieldWords, floodWords, NOBODY, OWNER_GONE } from './messages.ts'
import {
  backTestQuery,
  currentRuleIn,
  type TestedRule,
  useRemoveRule,
  useRules,
  useSaveRule,
} from './queries.ts'
import { RecipientsPicker } from './recipients-picker.tsx'
import { SentencePicker } from './sentence-picker.tsx'

interface RulePanelProps {
  /** Null for a new rule. */
  rule: AlertRule | null
  /** The existing rules: a new one starts with a condition that none of them has. */
  others?: readonly AlertRule[]
  /** The initial threshold of a new rule. */
  threshold?: number | undefined
  onOpen: (rule: number | undefined) => void
  listing: Listing
}

interface AskedProps {
  form: Form<RuleInForm>
  ruleId: number | null
}

function useAsked({ form, ruleId }: AskedProps): TestedRule {
  const { kind, against, threshold, least, coolDownDays, siteId } = useFormState(form, ({ values }) => values)
  return { kind, against, threshold, least, coolDownDays, siteId, ruleId }
}

type TestedProps = AskedProps & Pick<RulePanelProps, 'listing'>

/** The alerts that the rule would have sent with its current settings. */
function Tested({ listing, ...asked }: TestedProps) {
  return <BackTestPanel asked={useAsked(asked)} listing={listing} />
}

/** A warning if the rule would send more alerts than anyone reads. */
function Flood(props: AskedProps) {
  const { data, isPlaceholderData } = useQuery(backTestQuery(useAsked(props)))
  if (!data || isPlaceholderData) return null
  const words = floodWords(data)
  return words === null ? null : <Alert kind="warn">{words}</Alert>
}

/** Links to the owner's page, where the rule can be handed over. */
function OwnerGone({ owner }: Pick<AlertRule, 'owner'>) {
  const mayHandOver = useMay('UserAccess')
  return (
    <Alert kind="warn">
      {OWNER_GONE.why}{' '}
      {mayHandOver ? (
        <Link to={SCREENS.userDetails.path} params={{ id: String(owner.id) }}>
          Hand over {fullName(owner)}’s work
        </Link>
      ) : (
        OWNER_GONE.ask
      )}
    </Alert>
  )
}

function Warnings({ form, rule }: { form: Form<RuleInForm>; rule: AlertRule | null }) {
  const recipients = useValue(form, 'recipients')
  const gone = (rule?.people_gone ?? []).map(({ id }) => String(id))
  const isAllGone = recipients.length > 0 && recipients.every((id) => gone.includes(id))
  return (
    <>
      {rule?.is_owner_gone && <OwnerGone owner={rule.owner} />}
      {recipients.length === 0 && <Alert kind="warn">{NOBODY}</Alert>}
      {isAllGone && <Alert kind="warn">{ALL_GONE}</Alert>}
    </>
  )
}

interface FootProps extends Pick<RulePanelProps, 'rule' | 'onOpen'> {
  form: Form<RuleInForm>
  onSave: () => void
}

function Foot({ form, rule, onOpen, onSave }: FootProps) {
  const { isDirty, isSaving, refusal } = useFormStatus(form)
  const remove = useRemoveRule()
  return (
    <div className="alert-foot cluster align-stretch gap-8">
      <Flood form={form} ruleId={rule?.rule_id ?? null} />
      {refusal && <FormRefusal title={FAILURES.save} error={refusal.error} />}
      {rule && (
        <Button
          type="text"
          danger
          disabled={remove.isPending}
          onClick={() => remove.mutate(rule, { onSuccess: () => onOpen(undefined) })}
        >
          Delete
        </Button>
      )}
      <span className="fill" />
      {(isDirty || rule === null) && (
        <Button
          onClick={() => {
            form.reset()
            if (rule === null) onOpen(undefined)
          }}
        >
          Discard
        </Button>
      )}
      <Button type="primary" loading={isSaving} disabled={!isDirty && rule !== null} onClick={onSave}>
        Save rule
      </Button>
    </div>
  )
}

const knownOf = (
  rule: AlertRule | null,
  userId: number,
  { others, threshold }: Pick<RulePanelProps, 'others' | 'threshold'> = {},
): Known<RuleInForm> => ({
  values: { ...valuesOf(rule, userId, others), ...(threshold === undefined ? {} : { threshold }) },
  version: rule?.version,
})

/** The user's own rule: a sentence with choices, the alerts that it would have sent, and its recipients. */
export function RulePanel({ rule, others, threshold, onOpen, listing }: RulePanelProps) {
  const user = useUser()
  const { data: sites } = useQuery(sitesQuery)
  const { mutateAsync: save } = useSaveRule()
  const { newest } = useRules()
  const form = useForm<RuleInForm>({
    id: 'alert-rule',
    stashAs: `alert-rule.${rule?.rule_id ?? 'new'}`,
    known: knownOf(rule && newest(rule), user?.id ?? 0, { others, threshold }),
    check: checkRule,
    overtakenBy(error) {
      const current = currentRuleIn(error)
      return current && knownOf(current, user?.id ?? 0)
    },
  })
  useFormGuard(form)
  const submit = () =>
    void form.submit(
      (values, { base, callKey: key }) =>
        save({ id: rule?.rule_id ?? null, version: base.version, body: sentOf(values, rule), key }),
      (saved) => {
        notify({ kind: 'success', title: 'Rule saved' })
        if (saved) onOpen(saved.rule_id)
        // The save button is disabled now, so keyboard focus moves to the rule.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('.alert-rule')?.focus())
      },
    )
  return (
    <section className="alert-rule stack gap-16" tabIndex={-1} aria-label={rule?.name ?? 'New rule'}>
      <TextField
        form={form}
        name="name"
        label="Name"
        required
        autoFocus={rule === null}
        onPressEnter={submit}
      />
      <SentencePicker form={form} />
      <Tested form={form} ruleId={rule?.rule_id ?? null} listing={listing} />
      <Warnings form={form} rule={rule} />
      <RecipientsPicker form={form} gone={rule?.people_gone ?? []} />
      <ConflictPanel
        form={form}
        noun="rule"
        title={FAILURES.save}
        labels={FIELD_LABELS}
        linesOf={(values, name) => [
          fieldWords(values, sites?.find(({ site_id }) => site_id === values.siteId)?.display_name)[name],
        ]}
      />
      <Foot form={form} rule={rule} onOpen={onOpen} onSave={submit} />
    </section>
  )
}
