import type { ReactNode } from 'react'
import { PERMISSION_WORDS, permissionLabel } from '#shared/access/permission-words.ts'
import type { Permission } from '#shared/access/permissions.ts'
import { livesWithin, remindersWithin, type TokenFormValues } from '#shared/features/ground/tokens/form.ts'
import { TOKEN_NAME_MAXIMUM } from '#shared/features/ground/tokens/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { plusDays } from '#shared/format/day.ts'
import { keysOf } from '#shared/format/keys.ts'
import type { Form } from '#web/ui/form/form-store.ts'
import { NameField } from '#web/ui/form/name-field.tsx'
import { useIssue, useValue } from '#web/ui/form/use-form.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { Checkbox } from '#web/ui/input/checkbox.tsx'
import { FieldError } from '#web/ui/input/labelled.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { lifeWords, MESSAGES, reminderWords, type TokenAccount, type TokenHolder } from './messages.ts'

const GROUPS = [...new Set(Object.values(PERMISSION_WORDS).map(({ group }) => group))]

const EVERYTHING: Readonly<Record<TokenHolder, string>> = {
  own: 'Everything I can do',
  service: 'Everything it can do',
  person: 'Everything they can do',
}

interface PartProps {
  form: Form<TokenFormValues>
  account: TokenAccount
}

/** The account's permissions as the profile names them, by group. */
function PermissionChoice({ form, account: { permissions: granted } }: PartProps) {
  const id = form.fieldId('permissions')
  const chosen = useValue(form, 'permissions')
  const issue = useIssue(form, 'permissions')
  const toggle = (permission: Permission) =>
    form.set(
      'permissions',
      chosen.includes(permission) ? chosen.filter((each) => each !== permission) : [...chosen, permission],
    )
  return (
    // A missing choice moves the focus here.
    <fieldset id={id} aria-label="Permissions" className="token-permissions" tabIndex={-1}>
      {GROUPS.map((group) => {
        const inGroup = keysOf(PERMISSION_WORDS).filter(
          (each) => PERMISSION_WORDS[each].group === group && granted.includes(each),
        )
        return (
          inGroup.length > 0 && (
            <fieldset key={group}>
              <legend className="caption quiet medium">{group}</legend>
              {inGroup.map((permission) => (
                <Checkbox
                  key={permission}
                  checked={chosen.includes(permission)}
                  onChange={() => toggle(permission)}
                >
                  <span title={PERMISSION_WORDS[permission].allows}>{permissionLabel(permission)}</span>
                </Checkbox>
              ))}
            </fieldset>
          )
        )
      })}
      <FieldError id={id} error={issue} />
    </fieldset>
  )
}

function Scope({ form, account }: PartProps) {
  const scope = useValue(form, 'scope')
  const { holder, permissions } = account
  const option = (value: TokenFormValues['scope'], label: string, note?: ReactNode) => (
    <div className="token-choice">
      <Radio name="token-scope" checked={scope === value} onChange={() => form.set('scope', value)}>
        {label}
        {note !== undefined && <span className="meta block">{note}</span>}
      </Radio>
      {value === 'some' && scope === 'some' && <PermissionChoice form={form} account={account} />}
    </div>
  )
  const whose = holder === 'own' ? 'Your' : 'Its'
  return (
    <fieldset className="token-part">
      <legend>May use</legend>
      {option(
        'all',
        EVERYTHING[holder],
        `${whose} ${countedIn(permissions.length, 'permission')}, checked again on every call`,
      )}
      {option('some', 'Only these', scope === 'some' ? undefined : 'Choose from the permissions.')}
    </fieldset>
  )
}

function Life({ form, account, mostDays }: PartProps & { mostDays: number }) {
  const days = useValue(form, 'days')
  const last = plusDays(useToday(), days)
  return (
    <div className="token-part">
      <p>Ends after</p>
      <Segmented
        aria-label="Ends after"
        value={days}
        options={livesWithin(mostDays).map((life) => ({ value: life, label: lifeWords(life) }))}
        onChange={(life) => form.set('days', life)}
      />
      <p className="meta" aria-live="polite">
        On <span className="tabular">{last}</span>.{reminderWords(remindersWithin(days), account.reminded)}
      </p>
    </div>
  )
}

interface TokenFieldsProps extends PartProps {
  mostDays: number
  onSubmit: () => void
}

/** The fields of a new token. */
export function TokenFields({ form, account, mostDays, onSubmit }: TokenFieldsProps) {
  const mayWrite = useValue(form, 'may_write')
  return (
    <>
      <div className="token-name">
        <NameField form={form} max={TOKEN_NAME_MAXIMUM} onPressEnter={onSubmit} />
      </div>
      <Scope form={form} account={account} />
      <div className="token-part">
        <div className="token-choice">
          <Checkbox checked={mayWrite} onChange={(event) => form.set('may_write', event.target.checked)}>
            Can change things
            <span className="meta block">{MESSAGES.canChange}</span>
          </Checkbox>
        </div>
      </div>
      <Life form={form} account={account} mostDays={mostDays} />
    </>
  )
}
