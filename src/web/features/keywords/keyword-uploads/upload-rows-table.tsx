import type { LineStanding, UploadReading } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { STANDING_LABELS } from './messages.ts'

const TONES = { new: 'good', here: 'quiet', alike: 'warn', twice: 'quiet' } as const satisfies Record<
  LineStanding,
  string
>

/** Whether a line's keyword exists already; `alike` is a similar existing keyword. */
function StandingBadge({ stands, alike }: { stands: LineStanding; alike: string | null }) {
  return (
    <>
      <StatusBadge
        label={STANDING_LABELS[stands]}
        tone={TONES[stands]}
        mark={stands === 'new' ? 'solid' : 'hollow'}
      />
      {alike && <span className="meta block">{alike}</span>}
    </>
  )
}

/** The first keywords of a file as parsed; nothing if there are none. */
export function UploadRowsTable({ reading }: { reading: UploadReading | null }) {
  if (reading === null || reading.rows.length === 0) return null
  const { columns, rows } = reading
  const isRead = (column: 'tags' | 'sites' | 'tracked') => columns.some(({ reads }) => reads === column)
  const has = {
    tags: isRead('tags') || rows.some(({ tags }) => tags.length > 0),
    sites: isRead('sites') || rows.some(({ sites }) => sites.length > 0),
    tracked: isRead('tracked'),
    stands: rows.some(({ stands }) => stands),
  }
  return (
    <table className="upload-rows" aria-label="First keywords">
      <thead>
        <tr>
          <th scope="col">Keyword</th>
          {has.stands && <th scope="col">Status</th>}
          {has.tags && <th scope="col">Tags</th>}
          {has.sites && <th scope="col">Sites</th>}
          {has.tracked && <th scope="col">Tracked</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ keyword, tags, sites, tracked, stands, alike }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same keyword may come twice, and nothing moves
          <tr key={index}>
            <td>{keyword}</td>
            {has.stands && <td>{stands && <StandingBadge stands={stands} alike={alike} />}</td>}
            {has.tags && <td>{tags.join(', ')}</td>}
            {has.sites && <td>{sites.join(', ')}</td>}
            {has.tracked && <td>{tracked ? 'yes' : 'no'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
