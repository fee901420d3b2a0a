import { ResetRequestForm } from './reset-request-form.tsx'

/** Requests a link to set a new password. */
export function ForgotPasswordScreen() {
  return (
    <ResetRequestForm
      title="Forgot your password?"
      text="Enter your email and we’ll send you a link to set a new password."
      submitText="Send link"
    />
  )
}
