import { type FormEvent, useEffect } from 'react'
import { z } from 'zod'
import { RecoveryCode, TotpCode } from '#shared/features/ground/factors/form.ts'
import {
  FORMER_CODE_LENGTH,
  plainRecoveryCode,
  plainTotp,
  RECOVERY_CODE_LENGTH,
  TOTP_DIGITS,
} from '#shared/features/ground/factors/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import type { Form } from '#web/ui/form/form-store.ts'
import { focusFirst } from '#web/ui/form/issues.ts'
import { useForm, useFormStatus, useValue } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import type { FactorProof } from './queries.ts'

type Kind = 'totp' | 'recovery'

const BLANK = { values: { totp: '', recovery: '' } }
type Values = (typeof BLANK)['values']

const CHECKS = {
  totp: z.object({ totp: TotpCode }),
  recovery: z.object({ recovery: RecoveryCode }),
}

const PLAIN = { totp: plainTotp, recovery: plainRecoveryCode }

const FIELDS = {
  totp: {
    label: 'Code from your authenticator app',
    className: 'code-input',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'One of your recovery codes',
    hint: `${RECOVERY_CODE_LENGTH} letters and digits, ${FORMER_CODE_LENGTH} in older codes. Dashes and case don’t matter. Each code works once.`,
    className: 'recovery-input',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
} as const

const isWrong = (error: unknown, kind: Kind): error is ApiError =>
  error instanceof ApiError && (error.issues[kind] !== undefined || error.status === 429)

/** Sends a complete code of an app without a click, once. */
function useSendWhenComplete(form: Form<Values>, send: () => Promise<void>) {
  const digits = plainTotp(useValue(form, 'totp'))
  const isComplete = digits.length === TOTP_DIGITS && /^\d+$/.test(digits)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another code is another attempt; a refused one waits for the button
  useEffect(() => {
    if (isComplete) void send()
  }, [isComplete, digits])
}

interface CodeFormProps {
  kind: Kind
  onProof: (proof: FactorProof) => Promise<unknown>
  /** Moves the focus to the field when it appears. */
  takesFocus: boolean
}

/** The field for a code. It clears a wrong code and keeps the focus. */
export function CodeForm({ kind, onProof, takesFocus }: CodeFormProps) {
  const id = `second-factor-${kind}`
  const form = useForm<Values>({
    id,
    known: BLANK,
    check: CHECKS[kind],
    fieldOf: (error) => (isWrong(error, kind) ? kind : undefined),
  })
  const { isSaving } = useFormStatus(form)
  const send = async () => {
    const { values, issues } = form.state()
    // Enter after the last digit: the reason of the refusal stays.
    if (values[kind] === '' && issues[kind] !== undefined) return focusFirst(id, issues)
    await form.submit(({ [kind]: code }) =>
      onProof({ [kind]: PLAIN[kind](code) }).catch((error: unknown) => {
        // Without the field's name, so that its message stays.
        if (isWrong(error, kind) && form.values()[kind] === code) form.update(() => BLANK.values)
        throw error
      }),
    )
  }
  useSendWhenComplete(form, send)

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void send()
      }}
      noValidate
      aria-label={MESSAGES.confirmTitle}
    >
      <PageRefusal form={form} title={MESSAGES.notConfirmed} />
      <FormField {...FIELDS[kind]} form={form} name={kind} autoFocus={takesFocus} data-first-focus />
      <Button htmlType="submit" type="primary" size="large" block loading={isSaving}>
        Continue
      </Button>
    </form>
  )
}
