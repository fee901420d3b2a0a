import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, X } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { FirstSteps } from '#shared/features/desk/first-steps/contract.ts'
import { isStepSettled } from '#shared/features/desk/first-steps/rules.ts'
import { greetedName, greeting } from '#shared/format/full-name.ts'
import { useUser } from '#web/api/session.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { CopyButton } from '#web/ui/input/copy-button.tsx'
import { Page } from '#web/ui/page.tsx'
import { ABOUT, FAILURES, MEANWHILE, NEXT, SET_UP, SET_UP_ABOUT, TRY_COMMAND } from './messages.ts'
import { firstStepsQuery, useHide } from './queries.ts'
import { StepsList } from './steps-list.tsx'

/** The next open step. */
const currentOf = ({ steps }: FirstSteps) =>
  steps.find(({ state }) => state === 'failed')?.step ?? steps.find(({ state }) => state === 'open')?.step

/** The next step in one line. */
function headlineOf(steps: FirstSteps, name: string): { title: string; about: string } {
  const current = currentOf(steps)
  const states = steps.steps.map(({ state }) => state)
  if (current === undefined && !states.includes('running')) return { title: SET_UP, about: SET_UP_ABOUT }
  if (states.includes('failed'))
    return {
      title: 'The import stopped. Fix one problem to continue.',
      about: 'You can continue with the other steps.',
    }
  if (!states.some(isStepSettled))
    return { title: `${greeting('Welcome', name)}. Let’s set up your workspace.`, about: ABOUT }
  const running = states.includes('running') ? 'Posts are still loading.' : ''
  const next = current === undefined ? '' : NEXT[current]
  return { title: [next, running].filter(Boolean).join(' '), about: running ? MEANWHILE : ABOUT }
}

function Progress({ steps: { steps } }: { steps: FirstSteps }) {
  const settled = steps.filter(({ state }) => isStepSettled(state)).length
  const words = `${settled} of ${steps.length} done`
  return (
    <div className="steps-progress row gap-4" role="img" aria-label={words}>
      {steps.map(({ step, state }) => (
        <i key={step} className={state} />
      ))}
      <b aria-hidden="true">{words}</b>
    </div>
  )
}

const LATER = [
  [
    'With a keyword',
    'Request your first article from its row in Keywords Summary. Set your name in Users first. Readers see it as the author; until then they see the site’s name.',
  ],
  ['Once QA approves it', 'Its draft is on your site a few seconds later.'],
  ['Minutes after an import', 'Its posts, products and focus keywords are here.'],
  ['The next morning', 'First results for the keywords you track.'],
  ['In 7 days', 'Trends, alerts and what moved have enough data to be useful.'],
] as const

function Beside() {
  return (
    <aside className="steps-beside stack gap-16">
      <section className="sheet">
        <h2>What happens next</h2>
        <ul className="steps-later">
          {LATER.map(([when, what]) => (
            <li key={when}>
              <strong>{when}</strong>
              <span className="meta">{what}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="sheet">
        <h2>Want to look around first?</h2>
        <p className="meta">Start a second copy with sample data. This workspace stays as it is.</p>
        <div className="row between gap-8 break-words mt-8">
          <code>{TRY_COMMAND}</code>
          <CopyButton
            label="Copy command"
            text={() => TRY_COMMAND}
            done="Command copied."
            icon={<Copy size={16} aria-hidden="true" />}
          />
        </div>
      </section>
    </aside>
  )
}

function Steps({ steps }: { steps: FirstSteps }) {
  const user = useUser()
  const { title, about } = headlineOf(steps, user === null ? '' : greetedName(user))
  return (
    <div className="first-steps">
      <div>
        <div className="steps-head stack bounded">
          <div>
            <h2>{title}</h2>
            <p className="quiet">{about}</p>
          </div>
          <Progress steps={steps} />
        </div>
        <StepsList steps={steps} current={currentOf(steps)} />
      </div>
      <Beside />
    </div>
  )
}

/** First steps: the setup of a new workspace, with the completed steps and current runs. */
export function FirstStepsScreen() {
  const { data: steps, error, refetch } = useQuery(firstStepsQuery)
  const navigate = useNavigate()
  const { mutate: hide, isPending } = useHide()
  const leave = () => hide(true, { onSuccess: () => void navigate({ to: SCREENS.keywords.path }) })
  return (
    <Page
      title={SCREENS.firstSteps.title}
      actions={
        steps &&
        !steps.is_hidden && (
          <Button icon={<X size={16} aria-hidden="true" />} loading={isPending} onClick={leave}>
            Hide
          </Button>
        )
      }
    >
      {steps && <Steps steps={steps} />}
      {!steps && error && (
        <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
      )}
      {!steps && !error && <Skeleton lines={8} />}
    </Page>
  )
}
