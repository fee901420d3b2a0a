import { Link } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { Credentials } from '#shared/features/auth/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formIssues } from '#web/ui/form-issues.ts'
import { useSignIn } from './queries.ts'

/** Email and password. A failure keeps the email and clears the password. */
export function SignInForm() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [issues, setIssues] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const signIn = useSignIn()

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (signIn.isPending) return
    const found = formIssues(Credentials, { username, password })
    setIssues(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return focus(first)
    signIn.mutate(
      { username: username.trim().toLowerCase(), password },
      {
        onError: () => {
          setPassword('')
          focus('password')
        },
      },
    )
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Sign in">
      <Field
        label="Email"
        name="username"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        error={issues.username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        aside={<Link to={SCREENS.forgotPassword.path}>Forgot your password?</Link>}
        value={password}
        error={issues.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" kind="primary" large wide busy={signIn.isPending}>
        Sign in
      </Button>
    </form>
  )
}
