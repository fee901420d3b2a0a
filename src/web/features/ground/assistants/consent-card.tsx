import './assistants.css'
import { Check, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ConnectRequest } from '#shared/features/ground/assistants/contract.ts'
import { lookUpWords, prepareWords, shownName } from '#shared/features/ground/assistants/rules.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'
import { Button } from '#web/ui/input/button.tsx'
import { Radio } from '#web/ui/input/radio.tsx'
import { allowWords, localNote, MESSAGES, NEVER, notAllowed, onlyLooks, wantsTo } from './messages.ts'
import { isGone, useAllow, useRefuse } from './queries.ts'
import { AnsweredCard, RefusedCard } from './refused-card.tsx'
import { TileBadge } from './tile-badge.tsx'

/** Cancels by Esc, unless `cancel` is null. */
function useEscape(cancel: (() => void) | null) {
  useEffect(() => {
    if (cancel === null) return
    const listen = ({ key, defaultPrevented, repeat }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !repeat) cancel()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [cancel])
}

const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

function Rights({ can }: { can: readonly string[] }) {
  return (
    <div className="connect-rights">
      <div>
        <h2>{MESSAGES.canDo}</h2>
        <ul className="token-facts" aria-live="polite">
          {can.map((words) => (
            <li key={words}>
              <Check size={16} aria-hidden="true" className="good-text" />
              {words}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2>{MESSAGES.never}</h2>
        <ul className="token-facts">
          {NEVER.map((words) => (
            <li key={words}>
              <X size={16} aria-hidden="true" className="bad-text" />
              {words}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

interface ChoiceProps {
  mayWrite: boolean
  /** Why it can't prepare work; null if it can. */
  whyNot: string | null
  disabled: boolean
  onChange: (mayWrite: boolean) => void
}

function Choice({ mayWrite, whyNot, disabled, onChange }: ChoiceProps) {
  return (
    <fieldset className="token-part" disabled={disabled}>
      <legend>{MESSAGES.choice}</legend>
      <div className="token-choice">
        <Radio name="assistant-may" checked={!mayWrite} onChange={() => onChange(false)}>
          {MESSAGES.looksUp}
          <span className="meta block">{MESSAGES.changesNothing}</span>
        </Radio>
      </div>
      <div className="token-choice">
        <Radio
          name="assistant-may"
          checked={mayWrite}
          disabled={whyNot !== null}
          onChange={() => onChange(true)}
        >
          {MESSAGES.prepares}
          <span className="meta block">{whyNot ?? MESSAGES.inTrail}</span>
        </Radio>
      </div>
    </fieldset>
  )
}

/** The answer to a request: both calls lead away from here, so the buttons stay busy after a success. */
function useAnswer(uid: string) {
  const allow = useAllow(uid)
  const refuse = useRefuse(uid)
  const isAllowing = allow.isPending || allow.isSuccess
  const isRefusing = refuse.isPending || refuse.isSuccess
  const failed = [allow.error, refuse.error].find((error) => error !== null && !isAborted(error))
  const answer = (mutation: typeof allow | typeof refuse) => {
    allow.reset()
    refuse.reset()
    return mutation
  }
  return {
    ...{ isAllowing, isRefusing, isBusy: isAllowing || isRefusing },
    ...{ failed, isAllowFailed: failed === allow.error },
    ...{ isAnswered: allow.isSuccess || refuse.isSuccess, isAllowed: allow.isSuccess },
    allow: (mayWrite: boolean) => (answer(allow) as typeof allow).mutate(mayWrite),
    refuse: () => (answer(refuse) as typeof refuse).mutate(),
  }
}

function Foot({ user, onLeave }: { user: SignedInUser; onLeave: () => void }) {
  return (
    <div className="connect-foot row gap-8">
      <Avatar person={user} />
      <span className="shrinkable break-words">Signed in as {user.username}</span>
      <button type="button" className="link-button push" onClick={onLeave}>
        Not you?
      </button>
    </div>
  )
}

interface ConsentCardProps {
  uid: string
  request: ConnectRequest
  user: SignedInUser
  /** Signs out, to answer as another user. */
  onLeave: () => void
}

/** Asks the user whether a program may act for them. */
export function ConsentCard({ uid, request, user, onLeave }: ConsentCardProps) {
  const { host, is_local: isLocal, redirect_host: redirectHost, wants_write: wantsWrite } = request
  const name = shownName(request.name) || host
  const [mayWrite, setMayWrite] = useState(false)
  const answer = useAnswer(uid)
  const heading = useHeadingFocus()
  const prepares = prepareWords(user.permissions)
  useEscape(answer.isBusy ? null : answer.refuse)
  if (isGone(answer.failed)) return <RefusedCard why="expired" name={name} />
  // A scheme opens a program of the computer, and this page stays.
  if (answer.isAnswered && redirectHost.endsWith(':'))
    return <AnsweredCard name={name} isAllowed={answer.isAllowed} />
  const whyNot = !wantsWrite ? onlyLooks(name) : prepares === null ? MESSAGES.roleOnlyLooks : null
  return (
    <>
      <section className="connect-card" aria-labelledby="connect-title">
        <div className="row gap-12 mb-12">
          <TileBadge name={name} />
          <h1 id="connect-title" className="shrinkable break-words" {...heading}>
            {wantsTo(name)}
          </h1>
        </div>
        {isLocal && (
          <Alert kind="warn">
            <b>{MESSAGES.onlyIfStarted}</b> {localNote(redirectHost)}
          </Alert>
        )}
        <p className="quiet connect-who break-words">
          It’s run by <b>{host}</b> and would act as <b>{fullName(user)}</b>, {user.role.description}.
          {!isLocal && redirectHost !== host && (
            <>
              {' '}
              The answer goes to <b>{redirectHost}</b>.
            </>
          )}
        </p>
        <Rights can={[lookUpWords(user.permissions), ...(mayWrite && prepares ? [prepares] : [])]} />
        <Choice mayWrite={mayWrite} whyNot={whyNot} disabled={answer.isBusy} onChange={setMayWrite} />
        <p className="meta mt-12">{MESSAGES.ends}</p>
        {answer.failed && (
          <div className="mt-12">
            <Alert kind="bad" title={answer.isAllowFailed ? notAllowed(name) : MESSAGES.notRefused}>
              {answer.failed.message}
            </Alert>
          </div>
        )}
        <div className="connect-answers">
          <Button
            size="large"
            loading={answer.isRefusing}
            disabled={answer.isAllowing}
            onClick={answer.refuse}
          >
            Cancel
          </Button>
          <Button
            type="primary"
            size="large"
            loading={answer.isAllowing}
            disabled={answer.isRefusing}
            onClick={() => answer.allow(mayWrite)}
          >
            {allowWords(name)}
          </Button>
        </div>
      </section>
      <Foot user={user} onLeave={onLeave} />
    </>
  )
}
