import { Check, Minus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Step } from '#shared/features/desk/first-steps/contract.ts'
import { FIRST_STEPS } from '#shared/features/desk/first-steps/rules.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { NEEDS_SITE, TITLES } from './messages.ts'
import { useSkip } from './queries.ts'

interface StepCardProps {
  step: Step
  /** The next step: its button is the page's primary one. */
  isCurrent: boolean
  about: ReactNode
  /** The button that completes the step or adds to it. */
  action?: ReactNode
  /** Below everything else. */
  children?: ReactNode
}

/** The number of a step, or the icon of its state. */
function Sign({ step: { step, state } }: Pick<StepCardProps, 'step'>) {
  const signs = {
    done: <Check size={14} aria-label="Done" />,
    skipped: <Minus size={14} aria-label="Skipped" />,
    failed: <TriangleAlert size={14} aria-label="Stopped" />,
  } as const
  return (
    <span className="step-sign stack">
      {state in signs ? signs[state as keyof typeof signs] : FIRST_STEPS.indexOf(step) + 1}
    </span>
  )
}

/** A step with its state, its action and a button to skip it. */
export function StepCard({ step, isCurrent, about, action, children }: StepCardProps) {
  const { mutate: skip, isPending } = useSkip()
  const { step: name, state, skipped } = step
  const isOpen = state === 'open' || state === 'failed'
  const maySkip = isOpen && name !== 'site'
  return (
    <li className={['step', state, isCurrent && 'current'].filter(Boolean).join(' ')}>
      <Sign step={step} />
      <div>
        <h3 tabIndex={-1}>{TITLES[name]}</h3>
        <div className="step-about">
          {skipped ? (
            <>
              Skipped by {skipped.by_you ? 'you' : skipped.name}, <RelativeTime moment={skipped.at} />
            </>
          ) : (
            about
          )}
        </div>
      </div>
      <div className="step-actions cluster gap-8">
        {state === 'blocked' && <span className="quiet">{NEEDS_SITE}</span>}
        {maySkip && (
          <Button
            type="text"
            size="small"
            loading={isPending}
            aria-label={`Skip: ${TITLES[name]}`}
            onClick={() => skip({ step: name, skipped: true })}
          >
            Skip
          </Button>
        )}
        {skipped ? (
          <Button
            size="small"
            loading={isPending}
            aria-label={`Do it now: ${TITLES[name]}`}
            onClick={() => skip({ step: name, skipped: false })}
          >
            Do it now
          </Button>
        ) : (
          action
        )}
      </div>
      {!skipped && children && <div className="step-more">{children}</div>}
    </li>
  )
}
