import { Link } from '@tanstack/react-router'
import { Unlink } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { DEAD_LINK, MESSAGES } from './messages.ts'
import { ResetRequestForm } from './reset-request-form.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A link from a mail that was used or has expired led to the sign-in. */
    deadLink?: 'invitation' | 'reset'
  }
}

const EYEBROW = (
  <p className="small tone-bad mb-8 row gap-8" role="alert">
    <Unlink size={16} aria-hidden="true" />
    {MESSAGES.invalidConfirmation}
  </p>
)

/** In place of the sign-in after a link from a mail that no longer works: how to get another one. */
export function DeadLinkCard({ kind }: { kind: 'invitation' | 'reset' }) {
  const { title, text } = DEAD_LINK[kind]
  if (kind === 'reset')
    return (
      <ResetRequestForm title={title} text={text} submitText="Send a new link">
        {EYEBROW}
      </ResetRequestForm>
    )
  return (
    <div className="card-part">
      {EYEBROW}
      <h2>{title}</h2>
      <p className="quiet">{text}</p>
      <Link to={SCREENS.signIn.path} className="btn btn-primary btn-large btn-block">
        Back to Login
      </Link>
    </div>
  )
}
