import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type PlainScreenName, SCREENS } from '#shared/access/screens.ts'

/** Of links left of a title. */
export const BACK_CLASS = 'btn btn-text btn-icon-only'

/** Leads to the screen above, left of the title. */
export function BackLink({ screen }: { screen: PlainScreenName }) {
  const { path, title } = SCREENS[screen]
  const label = `Back to ${title}`
  return (
    <Link to={path} activeOptions={{ exact: true }} className={BACK_CLASS} aria-label={label} title={label}>
      <ArrowLeft aria-hidden="true" />
    </Link>
  )
}
