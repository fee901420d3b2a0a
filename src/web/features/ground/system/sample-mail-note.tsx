import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { healthQuery } from './queries.ts'

/** Where to find a mail that was just written; only the sample workspace keeps its mails. */
export function SampleMailNote() {
  const { data: health } = useQuery(healthQuery)
  if (!health?.sample) return null
  return (
    <p className="quiet">
      This is the sample workspace. Its emails are in <Link to={SCREENS.outbox.path}>the outbox</Link>.
    </p>
  )
}
