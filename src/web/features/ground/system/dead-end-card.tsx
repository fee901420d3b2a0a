import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayOpen, type PlainScreenName, SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { useStartSearch } from '#web/features/ground/saved-views/use-start-search.ts'
import { useHeadingFocus } from '#web/ui/hooks/use-heading-focus.ts'

interface ScreenLinkProps {
  screen: PlainScreenName
  isPrimary: boolean
}

/** Keywords Summary opens with the user's own view, as after signing in. */
function ScreenLink({ screen, isPrimary }: ScreenLinkProps) {
  const start = useStartSearch()
  const className = isPrimary ? 'btn btn-primary' : 'btn'
  if (screen === 'keywords')
    return (
      <Link to={SCREENS.keywords.path} search={start} className={className}>
        {SCREENS.keywords.title}
      </Link>
    )
  return (
    <Link to={SCREENS[screen].path} className={className}>
      {SCREENS[screen].title}
    </Link>
  )
}

interface DeadEndProps {
  icon: ReactNode
  title: string
  text?: ReactNode
  /** Who can help. */
  help?: ReactNode
  /** The address that leads nowhere, to be corrected. */
  address?: string
  /** The screens to go on with, the most likely first. Those that the user may not open are left out. */
  ways: readonly PlainScreenName[]
  /** Better ways than the screens; then the first screen is not the primary button. */
  children?: ReactNode
}

/** Shown instead of a screen or a record that cannot be opened: the reason, and where to go on. */
export function DeadEnd({ icon, title, text, help, address, ways, children }: DeadEndProps) {
  const visitor = visitorOf(useUser())
  const open = ways.filter((screen) => mayOpen(SCREENS[screen].access, visitor))
  return (
    <section className="dead-end column align-start gap-8">
      {icon}
      <h2 {...useHeadingFocus()}>{title}</h2>
      {text && <p>{text}</p>}
      {help}
      {address && <code>{address}</code>}
      <div className="cluster align-stretch gap-8 mt-16">
        {children}
        {open.map((screen, index) => (
          <ScreenLink key={screen} screen={screen} isPrimary={!children && index === 0} />
        ))}
      </div>
    </section>
  )
}
