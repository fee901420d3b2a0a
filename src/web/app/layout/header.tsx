import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell as BellIcon, Menu, Search } from 'lucide-react'
import { memo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { pendingCountQuery } from '#web/features/articles/articles/queries.ts'
import { useFileNews } from '#web/features/ground/exports/use-begun-files.ts'
import { unreadQuery } from '#web/features/ground/notices/queries.ts'
import { SampleNote } from '#web/features/ground/system/sample-note.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { PRODUCT_NAME } from '../product.ts'

interface HeaderProps {
  user: SignedInUser
  isPinned: boolean
  onMenu: () => void
  onSearch: () => void
}

export function Wordmark() {
  return (
    <Link to="/tools" className="wordmark row gap-8">
      <Mark />
      {PRODUCT_NAME}
    </Link>
  )
}

/**
 * The number of articles that wait, for users who may open the list; nothing for zero. Its space is reserved
 * until it is known.
 */
export function PendingBadge({ user }: { user: SignedInUser }) {
  const mayOpen = user.permissions.includes('PendingArticles')
  const { data: count = 0, isPending } = useQuery({ ...pendingCountQuery, enabled: mayOpen })
  if (!mayOpen || (count <= 0 && !isPending)) return null
  const words = (
    <>
      <span className="wide-only">Pending</span>
      <b>{counted(count)}</b>
    </>
  )
  if (isPending)
    return (
      <span className="pending-badge inline-row gap-8 unknown" aria-hidden="true">
        {words}
      </span>
    )
  return (
    <Link
      to={SCREENS.pendingArticles.path}
      className="pending-badge inline-row gap-8"
      aria-label={`${count} pending articles`}
    >
      {words}
    </Link>
  )
}

/** The bell: the number of unread notices, the state of files, and links to both. */
function Bell() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const files = useFileNews()
  const label = [
    'Notices',
    ...(unread > 0 ? [`${unread} unread`] : []),
    ...(files.ready > 0 ? [`${countedIn(files.ready, 'file')} ready`] : []),
    ...(files.failed > 0 ? [`${countedIn(files.failed, 'export')} failed`] : []),
  ].join(', ')
  const news = unread + files.ready + files.failed
  return (
    <Link to={SCREENS.notices.path} className="bell" aria-label={label} title={label}>
      <BellIcon size={16} aria-hidden="true" />
      {news > 0 && <b aria-hidden="true">{news > 99 ? '99+' : news}</b>}
    </Link>
  )
}

export const Header = memo(function Header({ user, isPinned, onMenu, onSearch }: HeaderProps) {
  return (
    <header className="header">
      {!isPinned && (
        <>
          <Button
            type="text"
            className="header-menu"
            aria-label="Menu"
            icon={<Menu size={16} />}
            onClick={onMenu}
          />
          <Wordmark />
        </>
      )}
      <SampleNote />
      <div className="row gap-8 push">
        <Button
          type="text"
          className="header-go"
          icon={<Search size={16} />}
          onClick={onSearch}
          aria-label="Go to…"
        >
          <span className="inline-row gap-8 wide-only">
            Go to… <kbd>Ctrl K</kbd>
          </span>
        </Button>
        <PendingBadge user={user} />
        <Bell />
      </div>
    </header>
  )
})
