import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { useMay } from '#web/api/session.ts'
import { AdminsNote } from '#web/features/ground/auth/admins-note.tsx'
import { adminsQuery } from '#web/features/ground/auth/queries.ts'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { AssistantsPanel } from './assistants-panel.tsx'
import { MESSAGES, type TokenAccount } from './messages.ts'
import { TokensPanel } from './tokens-panel.tsx'

/** The way to a service account: the list for users who can make one, the administrators for all others. */
function ServiceAccountNote({ lead }: { lead: string }) {
  const mayCreate = useMay('CreateUser')
  const { data: admins = [] } = useQuery({ ...adminsQuery, enabled: !mayCreate })
  if (mayCreate)
    return (
      <p className="quiet">
        {lead} If an integration should keep running, make{' '}
        <Link to={SCREENS.users.path} search={{ kind: 'service' }}>
          a service account
        </Link>
        .
      </p>
    )
  if (admins.length === 0) return <p className="quiet">{lead}</p>
  return (
    <AdminsNote lead={`${lead} If an integration should keep running, ask`} tail=" for a service account." />
  )
}

function NotAllowed() {
  const mayCreate = useMay('CreateUser')
  if (mayCreate)
    return (
      <p className="quiet">
        {MESSAGES.nothingAllowed} Make{' '}
        <Link to={SCREENS.users.path} search={{ kind: 'service' }}>
          a service account
        </Link>{' '}
        instead.
      </p>
    )
  return <AdminsNote lead={`${MESSAGES.nothingAllowed} Ask`} tail=" for a service account." />
}

function Side() {
  return (
    <div>
      <section className="sheet side-panel" aria-labelledby="token-can-title">
        <h2 id="token-can-title">What a token can do</h2>
        <ul className="token-facts">
          <li>
            <Check size={16} aria-hidden="true" className="good-text" />
            {MESSAGES.neverMore.own}
          </li>
          <li>
            <Check size={16} aria-hidden="true" className="good-text" />
            {MESSAGES.stops}
          </li>
          <li>
            <X size={16} aria-hidden="true" className="bad-text" />
            {MESSAGES.needsYou}
          </li>
        </ul>
      </section>
      <section className="sheet side-panel" aria-labelledby="token-outlives-title">
        <h2 id="token-outlives-title">For integrations that outlive you</h2>
        <ServiceAccountNote lead={MESSAGES.outlives} />
      </section>
      <section className="sheet side-panel" aria-labelledby="token-docs-title">
        <h2 id="token-docs-title">Documentation</h2>
        <p>
          <a href="/api/docs" target="_blank" rel="noreferrer" className="with-icon">
            API reference
            <NewTabMark />
          </a>
        </p>
      </section>
    </div>
  )
}

/** The user's own API tokens, and what they should know about them. */
export function ApiPanel({ user: { permissions } }: { user: SignedInUser }) {
  const account = useMemo<TokenAccount>(
    () => ({ holder: 'own', userId: null, permissions, reminded: 'you' }),
    [permissions],
  )
  return (
    <div className="split-columns">
      <div>
        <TokensPanel account={account} title="API tokens" mayChange notAllowed={<NotAllowed />} />
        <AssistantsPanel />
      </div>
      <Side />
    </div>
  )
}
