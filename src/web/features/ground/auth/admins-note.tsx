import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { fullName } from '#shared/format/full-name.ts'
import { adminsQuery } from './queries.ts'

interface AdminsNoteProps {
  lead: string
  /** The end of the sentence. */
  tail?: string
}

/** Names every administrator, with a link to their address. */
export function AdminsNote({ lead, tail = '.' }: AdminsNoteProps) {
  const { data: admins = [] } = useQuery(adminsQuery)
  if (admins.length === 0) return null
  return (
    <p className="quiet">
      {lead}{' '}
      {admins.map((admin, index) => (
        <Fragment key={admin.username}>
          {index > 0 && (index === admins.length - 1 ? ' or ' : ', ')}
          <a href={`mailto:${admin.username}`}>{fullName(admin)}</a>
        </Fragment>
      ))}
      {tail}
    </p>
  )
}
