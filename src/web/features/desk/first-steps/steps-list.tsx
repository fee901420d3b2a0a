import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { FirstSteps, Step } from '#shared/features/desk/first-steps/contract.ts'
import type { FirstStep } from '#shared/features/desk/first-steps/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ALONE, NOT_CONNECTED, STALE_MS } from './messages.ts'
import { StepCard } from './step-card.tsx'
import { SystemsList } from './systems-list.tsx'

interface PartProps {
  steps: FirstSteps
  step: Step
  isCurrent: boolean
}

const button = (isPrimary: boolean) => (isPrimary ? 'btn btn-primary' : 'btn')

function SiteStep({ steps: { site, sites }, step, isCurrent }: PartProps) {
  return (
    <StepCard
      step={step}
      isCurrent={isCurrent}
      about={
        site ? (
          <span className="inline-cluster gap-6 row-gap-4">
            <img src={site.logo_url} alt="" width={16} height={16} />
            <strong>{site.display_name}</strong> {site.url}
            {sites > 1 && ` and ${counted(sites - 1)} more`}
          </span>
        ) : (
          'A site is one of your WordPress blogs. Every article belongs to one.'
        )
      }
      action={
        <Link to={SCREENS.sites.path} search={{ new: '1' }} className={button(isCurrent)}>
          {site ? 'Add another' : 'Add a site'}
        </Link>
      }
    />
  )
}

/** The progress of importing the posts. After two minutes without progress, it says so. */
function Reading({ posts: { done, total, moved_at: movedAt } }: { posts: FirstSteps['posts'] }) {
  const isStuck = movedAt !== null && Date.now() - Date.parse(movedAt) > STALE_MS
  return (
    <>
      <progress aria-label="Posts read" max={Math.max(total, 1)} value={done} />
      {isStuck && (
        <p className="meta">
          No progress since <Moment moment={movedAt} />
        </p>
      )}
    </>
  )
}

function PostsStep({ steps: { posts }, step, isCurrent }: PartProps) {
  const { site, followed, total, done, reason } = posts
  const read = `${counted(done)} of ${counted(total)} posts read`
  const about = {
    blocked: 'We read them and never change them.',
    open: reason ?? 'We read them and never change them.',
    running: total === 0 ? 'Listing the posts …' : read,
    failed: `${reason ?? 'Reading was stopped.'} ${done > 0 ? `${read}; they are kept.` : ''}`,
    done: `${countedIn(followed, 'post')} imported`,
    skipped: '',
  }[step.state]
  const words = {
    open: reason === null ? 'Import posts' : 'Connect WordPress',
    running: 'See progress',
    failed: 'Try again',
    done: 'See report',
  }[step.state as string]
  return (
    <StepCard
      step={step}
      isCurrent={isCurrent}
      about={about}
      action={
        site && (
          <Link to={SCREENS.sites.path} search={{ adopt: site.site_id }} className={button(isCurrent)}>
            {words ?? 'Import posts'}
          </Link>
        )
      }
    >
      {step.state === 'running' && <Reading posts={posts} />}
    </StepCard>
  )
}

function KeywordsStep({ steps: { keywords, posts }, step, isCurrent }: PartProps) {
  const { count, found } = keywords
  const hasFound = found > 0 && posts.site !== null
  const mayUpload = useMay('KeywordsUpload')
  const review = hasFound && posts.site && (
    <Link to={SCREENS.sites.path} search={{ adopt: posts.site.site_id }} className={button(isCurrent)}>
      Review {countedIn(found, 'keyword')}
    </Link>
  )
  const upload = mayUpload && (
    <Link to={SCREENS.uploadKeywords.path} className={button(isCurrent && !hasFound)}>
      {SCREENS.uploadKeywords.title}
    </Link>
  )
  return (
    <StepCard
      step={step}
      isCurrent={isCurrent}
      about={
        count > 0
          ? countedIn(count, 'keyword')
          : hasFound
            ? `A keyword is a search you want to win. We found ${countedIn(found, 'focus keyword')} in your posts.`
            : 'Upload a list, or pick from the focus keywords in your posts.'
      }
      action={
        count > 0 ? (
          <>
            {upload}
            <Link to={SCREENS.keywords.path} className="btn">
              {SCREENS.keywords.title}
            </Link>
          </>
        ) : (
          <>
            {review}
            {upload}
          </>
        )
      }
    />
  )
}

function PeopleStep({ steps: { people, systems }, step, isCurrent }: PartProps) {
  const mayInvite = useMay('CreateUser')
  const isUnsent = systems.some(({ system, adapter }) => system === 'Mail' && adapter === NOT_CONNECTED)
  return (
    <StepCard
      step={step}
      isCurrent={isCurrent}
      about={
        people > 1 ? (
          <>
            {counted(people)} people.{' '}
            {isUnsent && mayInvite && (
              <>
                Unsent invitations are in the <Link to={SCREENS.outbox.path}>outbox</Link>.
              </>
            )}
          </>
        ) : (
          ALONE
        )
      }
      action={
        mayInvite && (
          <Link to={SCREENS.users.path} search={{ new: '1' }} className={button(isCurrent)}>
            Invite
          </Link>
        )
      }
    />
  )
}

function SystemsStep({ steps: { systems }, step, isCurrent }: PartProps) {
  const [hasSettings, showSettings] = useState(false)
  return (
    <StepCard
      step={step}
      isCurrent={isCurrent}
      about="Everything works without them; each one adds live data."
      action={
        <Button
          type={isCurrent ? 'primary' : 'default'}
          aria-expanded={hasSettings}
          onClick={() => showSettings(!hasSettings)}
        >
          {hasSettings ? 'Hide settings' : 'Show settings'}
        </Button>
      }
    >
      <SystemsList systems={systems} hasSettings={hasSettings} />
    </StepCard>
  )
}

const PARTS: Readonly<Record<FirstStep, (props: PartProps) => React.ReactNode>> = {
  site: SiteStep,
  posts: PostsStep,
  keywords: KeywordsStep,
  people: PeopleStep,
  systems: SystemsStep,
}

/** The five steps; `current` is the next one. */
export function StepsList({ steps, current }: { steps: FirstSteps; current: FirstStep | undefined }) {
  return (
    <ol className="steps">
      {steps.steps.map((step) => {
        const Part = PARTS[step.step]
        return <Part key={step.step} steps={steps} step={step} isCurrent={step.step === current} />
      })}
    </ol>
  )
}
