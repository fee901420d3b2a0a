import './factors.css'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { Button } from '#web/ui/input/button.tsx'
import { MESSAGES } from './messages.ts'
import { ProofPanel } from './proof-panel.tsx'
import { finishSignIn } from './queries.ts'
import { leaveSecondStep, type OpenStep } from './use-second-step.ts'

const SECOND_MS = 1000

const timeLeft = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / SECOND_MS))

/** The seconds until the step ends; then the form is shown again. */
function useCountdown(endsAt: number): number {
  const [left, setLeft] = useState(() => timeLeft(endsAt))
  useEffect(() => {
    const tick = () => {
      setLeft(timeLeft(endsAt))
      if (timeLeft(endsAt) === 0) leaveSecondStep(true)
    }
    tick()
    const timer = setInterval(tick, SECOND_MS)
    return () => clearInterval(timer)
  }, [endsAt])
  return left
}

/** `4:12` */
const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function useEscape(leave: () => void) {
  useEffect(() => {
    const listen = ({ key }: KeyboardEvent) => key === 'Escape' && leave()
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [leave])
}

const leave = () => leaveSecondStep()

interface SecondStepCardProps {
  step: OpenStep
  /** For `Need help?`. */
  helpEmail: string
}

/** The step after the password, inside the sign-in card. */
export function SecondStepCard({ step, helpEmail }: SecondStepCardProps) {
  const left = useCountdown(step.endsAt)
  const [isLost, setLost] = useState(false)
  useEscape(leave)
  const { challenge, factors, passkey } = step.details
  const readStep = async () => {
    if (passkey === null) throw serviceUnavailable()
    return { challenge, passkey }
  }
  return (
    <section className="card-part second-step" aria-labelledby="second-step-title">
      <div className="row gap-10 mb-16">
        <Button type="text" aria-label="Back to sign-in" icon={<ArrowLeft />} onClick={leave} />
        <div className="shrinkable">
          <b className="block break-words">{step.username}</b>
          <span className="meta">
            {step.isThroughProvider ? 'First step done' : 'Password accepted'}. This step ends in{' '}
            <span className="tabular">{clockOf(left)}</span>.
          </span>
        </div>
      </div>
      <p role="status" className="visually-hidden">
        {left * SECOND_MS <= MINUTE_MS && MESSAGES.lastMinute}
      </p>
      <h2 id="second-step-title">{MESSAGES.confirmTitle}</h2>
      <p className="quiet">{MESSAGES.needsFactor}</p>
      <ProofPanel factors={factors} readStep={readStep} onProof={(proof) => finishSignIn(step, proof)} />
      <div className="second-step-foot cluster between gap-16 row-gap-6">
        <button type="button" className="link-button" aria-expanded={isLost} onClick={() => setLost(true)}>
          {MESSAGES.lost}
        </button>
        <a href={`mailto:${helpEmail}`}>Need help?</a>
      </div>
      <p role="status" className="meta">
        {isLost && MESSAGES.askAdmin}
      </p>
    </section>
  )
}
