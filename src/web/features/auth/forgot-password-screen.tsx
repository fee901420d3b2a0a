import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { authEndpoints } from '#shared/features/auth/contract.ts'
import { SampleMailNote } from '#web/features/system/sample-mail-note.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formIssues } from '#web/ui/form-issues.ts'
import { MESSAGES } from './messages.ts'
import { useRequestReset } from './queries.ts'

/** Asks for a reset link; the answer is the same whether or not the account exists. */
export function ForgotPasswordScreen() {
  const [username, setUsername] = useState('')
  const [issue, setIssue] = useState<string>()
  const request = useRequestReset()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = authEndpoints.requestReset.body
    const found = body && formIssues(body, { username }).username
    setIssue(found)
    if (found === undefined) request.mutate(username.trim().toLowerCase())
  }

  return (
    <div className="card-part">
      <h2>Forgot your password?</h2>
      <p className="quiet">Enter the email of your account and we send you a link to set a new one.</p>
      {request.isSuccess ? (
        <>
          <Alert kind="good" title={MESSAGES.resetSent}>
            {request.data?.message}
          </Alert>
          <SampleMailNote />
          <p className="card-help">
            <Link to={SCREENS.signIn.path}>Back to Login</Link>
          </p>
        </>
      ) : (
        <form onSubmit={submit} noValidate aria-label="Forgot your password?">
          <Field
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            error={issue}
            onChange={(event) => setUsername(event.target.value)}
          />
          <Button type="submit" kind="primary" large wide busy={request.isPending}>
            Send the link
          </Button>
          <Link to={SCREENS.signIn.path} className="btn bare large wide">
            Back to Login
          </Link>
        </form>
      )}
    </div>
  )
}
