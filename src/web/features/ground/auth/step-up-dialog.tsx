import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Confirmed } from '#shared/features/ground/auth/contract.ts'
import { FACTORS, type Factor } from '#shared/features/ground/factors/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useUser } from '#web/api/session.ts'
import type { StepUpRequest } from '#web/api/step-up.ts'
import { ProofPanel } from '#web/features/ground/factors/proof-panel.tsx'
import { beginConfirmation } from '#web/features/ground/factors/queries.ts'
import { confirmNote, continueWith } from '#web/features/ground/provider/messages.ts'
import { useConfirmAtProvider } from '#web/features/ground/provider/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { FormField } from '#web/ui/form/form-field.tsx'
import { PageRefusal } from '#web/ui/form/form-refusal.tsx'
import { useForm, useFormStatus } from '#web/ui/form/use-form.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { MESSAGES, METHOD_LABELS } from './messages.ts'
import { useConfirmIdentity } from './queries.ts'

/** A wrong password is reported at its field only; other refusals above it. */
const fieldOf = (error: Error) =>
  error instanceof ApiError && error.issues.password !== undefined ? 'password' : undefined
const TITLE = 'Confirm it’s you'
const WIDTH = 440
const BLANK = { values: { password: '' } }

interface PartProps {
  isOpen: boolean
  onConfirmed: () => void
  onClose: () => void
  afterClose: () => void
}

function PasswordDialog({ isOpen, onConfirmed, onClose, afterClose }: PartProps) {
  const user = useUser()
  const { data: health } = useQuery(healthQuery)
  const { mutateAsync: confirm } = useConfirmIdentity()
  const form = useForm({ id: 'step-up', known: BLANK, check: Confirmed, fieldOf })
  const { isSaving } = useFormStatus(form)
  const submit = () => void form.submit(({ password }) => confirm({ password }), onConfirmed)
  const submitForm = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }

  return (
    <Dialog
      open={isOpen}
      title={TITLE}
      width={WIDTH}
      submitText="Confirm"
      busy={isSaving}
      onSubmit={submit}
      onClose={onClose}
      afterClose={afterClose}
    >
      <form onSubmit={submitForm} noValidate aria-label={TITLE}>
        <PageRefusal form={form} title={MESSAGES.notConfirmed} />
        <p className="dialog-note">
          Enter your password to continue. You won’t be asked again for 15 minutes.
          {health?.sample && (
            <>
              {' '}
              Sample users have the password <b>{health.sample.password}</b> unless it was changed.
            </>
          )}
        </p>
        {/* Tells password managers which account the password belongs to. */}
        <input
          className="visually-hidden"
          type="email"
          autoComplete="username"
          aria-hidden="true"
          tabIndex={-1}
          value={user?.username ?? ''}
          readOnly
        />
        <FormField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
        />
        <button type="submit" className="visually-hidden" tabIndex={-1}>
          Confirm
        </button>
      </form>
    </Dialog>
  )
}

interface FactorDialogProps extends PartProps {
  factors: readonly Factor[]
}

function FactorDialog({ factors, isOpen, onConfirmed, onClose, afterClose }: FactorDialogProps) {
  const { mutateAsync: confirm } = useConfirmIdentity()
  return (
    <Dialog
      open={isOpen}
      title={TITLE}
      width={WIDTH}
      cancelText="Cancel"
      actions={<span className="row meta push-right">Good for the next 15 minutes.</span>}
      onClose={onClose}
      afterClose={afterClose}
    >
      <ProofPanel
        factors={factors}
        readStep={beginConfirmation}
        onProof={(proof) => confirm(proof).then(onConfirmed)}
      />
    </Dialog>
  )
}

/** For users with neither a password nor a factor: the page is left, so the call is not repeated. */
function ProviderDialog({ isOpen, onClose, afterClose }: PartProps) {
  const { data: health } = useQuery(healthQuery)
  const label = health?.provider?.label ?? METHOD_LABELS.provider
  const { mutate: leave, isPending, error } = useConfirmAtProvider()
  return (
    <Dialog
      open={isOpen}
      title={TITLE}
      width={WIDTH}
      submitText={continueWith(label)}
      busy={isPending}
      onSubmit={() => leave()}
      onClose={onClose}
      afterClose={afterClose}
    >
      {error && (
        <Alert kind="bad" title={MESSAGES.notConfirmed}>
          {error.message}
        </Alert>
      )}
      <p className="dialog-note">{confirmNote(label)}</p>
    </Dialog>
  )
}

const isFactor = (factor: string): factor is Factor => FACTORS.some((each) => each === factor)

/**
 * Asks for a second factor, or for the password of a user without one, before a call that could take over an
 * account; the call is then repeated.
 */
export function StepUpDialog({ request }: { request: StepUpRequest }) {
  const [isOpen, setOpen] = useState(true)
  const [isConfirmed, setConfirmed] = useState(false)
  const factors = request.factors.filter(isFactor)
  const part = {
    isOpen,
    onConfirmed: () => {
      setConfirmed(true)
      setOpen(false)
    },
    onClose: () => setOpen(false),
    afterClose: () => request.settle(isConfirmed),
  }
  if (request.factors.includes('provider')) return <ProviderDialog {...part} />
  return factors.length > 0 ? <FactorDialog {...part} factors={factors} /> : <PasswordDialog {...part} />
}
