import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { ClickPopover } from '#web/ui/overlay/click-popover.tsx'
import { healthQuery } from './queries.ts'

const OWN_DATA = 'DATA_DIR=./own npm start -- --empty'

function About() {
  const mayScan = useMay('ManageScan')
  return (
    <div className="sample-about stack gap-8">
      <h2>You’re looking at sample data</h2>
      <p>
        Sites, people, products and figures are invented. Nothing you do leaves this workspace, so feel free
        to try things.
      </p>
      <p>
        Start with your own data: <code>{OWN_DATA}</code>
      </p>
      {mayScan && <Link to={SCREENS.scan.path}>See connections</Link>}
    </div>
  )
}

/** Beside the wordmark of the sample workspace: its data is fictional. */
export function SampleNote() {
  const { data: health } = useQuery(healthQuery)
  if (!health?.is_sample) return null
  return (
    <ClickPopover content={<About />} placement="bottomLeft">
      <button type="button" className="sample-mark inline-row" aria-label="Sample data">
        <FlaskConical size={14} aria-hidden="true" />
        <span>Sample data</span>
      </button>
    </ClickPopover>
  )
}
