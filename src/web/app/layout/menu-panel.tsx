import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, LogOut, Pin as PinIcon, PinOff } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { type MenuEntry, type MenuPart, mayOpen, SCREENS, type Visitor } from '#shared/access/screens.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { counted } from '#shared/format/count.ts'
import { greetedName, greeting } from '#shared/format/full-name.ts'
import { visitorOf } from '#web/api/session.ts'
import { articleQuery, pendingCountQuery } from '#web/features/articles/articles/queries.ts'
import { firstStepsQuery } from '#web/features/desk/first-steps/queries.ts'
import { useSignOut } from '#web/features/ground/auth/queries.ts'
import { markSignedOut } from '#web/features/ground/provider/use-still-there.ts'
import { useStartSearch } from '#web/features/ground/saved-views/use-start-search.ts'
import { Avatar } from '#web/ui/cells/person.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { ThemePicker } from '#web/ui/theme/theme-picker.tsx'
import { currentScreen, menuSections } from '../menu.ts'
import { screenIcon } from '../screen-icons.ts'
import { useFolded } from './use-folded.ts'
import type { Pin } from './use-pinned.ts'

interface MenuPanelProps {
  user: SignedInUser
  pin: Pin
  onGo: () => void
}

function Greeting({ user, pin }: Pick<MenuPanelProps, 'user' | 'pin'>) {
  return (
    <div className="greeting row gap-10">
      <Avatar person={user} size={32} />
      <div className="break-words fill shrinkable">
        <b className="block">{greeting('Hello', greetedName(user))}</b>
        <span className="quiet caption">{user.role.description}</span>
      </div>
      {pin.canPin && (
        <Button
          type="text"
          size="small"
          aria-label={pin.isPinned ? 'Unpin the menu' : 'Pin the menu'}
          aria-pressed={pin.isPinned}
          icon={pin.isPinned ? <PinOff size={16} /> : <PinIcon size={16} />}
          onClick={pin.toggle}
        />
      )}
    </div>
  )
}

interface EntryProps {
  entry: MenuEntry
  /** The current screen is this one, or below it. */
  isCurrent: boolean
  count: number
  onGo: () => void
}

function Entry({ entry: { screen, label }, isCurrent, count, onGo }: EntryProps) {
  const Icon = screenIcon(screen)
  const start = useStartSearch()
  const look = {
    // By itself, the link only knows its own path.
    activeOptions: { exact: true, includeSearch: false },
    activeProps: {},
    'aria-current': isCurrent ? ('page' as const) : undefined,
    className: isCurrent ? 'menu-entry active' : 'menu-entry',
    onClick: onGo,
  }
  const words = (
    <>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {label}
      {count > 0 && <b aria-hidden="true">{counted(count)}</b>}
    </>
  )
  return (
    <li>
      {screen === 'keywords' ? (
        <Link {...look} to={SCREENS.keywords.path} search={start}>
          {words}
        </Link>
      ) : (
        <Link {...look} to={SCREENS[screen].path}>
          {words}
        </Link>
      )}
    </li>
  )
}

function Logout() {
  const confirm = useConfirm()
  const signOut = useSignOut()
  const ask = async () => {
    const sure = await confirm({
      title: 'Signing Out?',
      content: 'Are you sure you want to log out?',
      okText: 'Yes, I am!',
      cancelText: 'Cancel',
    })
    if (!sure) return
    markSignedOut()
    signOut()
  }
  return (
    <li>
      <button type="button" className="menu-entry" onClick={() => void ask()}>
        <LogOut size={16} strokeWidth={1.75} aria-hidden="true" />
        Logout
      </button>
    </li>
  )
}

/** Whether the user sets up a new workspace, until that is done or hidden. */
function useSettingUp(visitor: Visitor | null): boolean {
  const { data } = useQuery({ ...firstStepsQuery, enabled: mayOpen(SCREENS.firstSteps.access, visitor) })
  return data ? !data.is_done && !data.is_hidden : false
}

/** Leads back to the setup of a new workspace. */
function FirstStepsEntry({ onGo }: Pick<MenuPanelProps, 'onGo'>) {
  const { path, title } = SCREENS.firstSteps
  const Icon = screenIcon('firstSteps')
  return (
    <ul>
      <li>
        <Link to={path} className="menu-entry" onClick={onGo}>
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          {title}
        </Link>
      </li>
    </ul>
  )
}

interface PartProps {
  label: MenuPart | null
  isFolded: boolean
  onFold: (part: MenuPart) => void
  children: ReactNode
}

/** A collapsible part of the menu about one topic. */
function Part({ label, isFolded, onFold, children }: PartProps) {
  if (label === null) return <ul>{children}</ul>
  const Arrow = isFolded ? ChevronRight : ChevronDown
  return (
    <>
      <h3>
        <button
          type="button"
          className="menu-part row between"
          aria-expanded={!isFolded}
          onClick={() => onFold(label)}
        >
          {label}
          <Arrow size={12} aria-hidden="true" />
        </button>
      </h3>
      {!isFolded && <ul aria-label={label}>{children}</ul>}
    </>
  )
}

/** Scrolls the current entry into view if the list overflows. */
function useCurrentInSight({ isSettingUp }: { isSettingUp: boolean }) {
  const list = useRef<HTMLElement>(null)
  const pathname = useLocation({ select: ({ pathname: path }) => path })
  // The entry of the first steps arrives late and covers a part of the list.
  const look = `${pathname} ${isSettingUp}`
  useEffect(() => {
    const current = look && list.current?.querySelector('.active')
    if (!current || !list.current) return
    const [place, room] = [current.getBoundingClientRect(), list.current.getBoundingClientRect()]
    // The user's own entries stick to the end of the list, above the scrolled content.
    const own = list.current.querySelector('.menu-own')
    const end = own && !own.contains(current) ? own.getBoundingClientRect().top : room.bottom
    const [below, above] = [place.bottom - end, room.top - place.top]
    if (below > 0) list.current.scrollTop += below
    if (above > 0) list.current.scrollTop -= above
  }, [look])
  return list
}

/** The path of an article's page. */
const ARTICLE = /^\/articles\/(\d+)/

/** The entry of the page. A requested article belongs to the pending list, from which QA opens it. */
function useCurrent(sections: ReturnType<typeof menuSections>) {
  const pathname = useLocation({ select: ({ pathname: path }) => path })
  const [, id] = ARTICLE.exec(pathname) ?? []
  // The page reads it.
  const { data: article } = useQuery({ ...articleQuery(Number(id ?? 0)), enabled: false })
  const isPending = id !== undefined && article?.status === 'requested'
  return currentScreen(sections, isPending ? SCREENS.pendingArticles.path : pathname)
}

/** Greeting, entries and theme; the same in the side bar and in the drawer. */
export const MenuPanel = memo(function MenuPanel({ user, pin, onGo }: MenuPanelProps) {
  const visitor = visitorOf(user)
  const { data: pending = 0 } = useQuery({
    ...pendingCountQuery,
    enabled: user.permissions.includes('PendingArticles'),
  })
  const sections = visitor ? menuSections(visitor) : []
  const isSettingUp = useSettingUp(visitor)
  const list = useCurrentInSight({ isSettingUp })
  const current = useCurrent(sections)
  const isCurrent = ({ screen }: MenuEntry) => screen === current
  const { folded, fold } = useFolded()
  return (
    <>
      <Greeting user={user} pin={pin} />
      <nav ref={list} className="menu" aria-label="Main">
        {sections.map(({ heading, entries, parts }, index) => (
          <div key={entries[0]?.screen} className={index === sections.length - 1 ? 'menu-own' : ''}>
            {index === sections.length - 1 && isSettingUp && <FirstStepsEntry onGo={onGo} />}
            {heading && <h2 className="menu-heading">{heading}</h2>}
            {parts.map(({ label, entries: some }) => (
              <Part
                key={label}
                label={label}
                isFolded={label !== null && folded.includes(label) && !some.some(isCurrent)}
                onFold={fold}
              >
                {some.map((entry) => (
                  <Entry
                    key={entry.screen}
                    entry={entry}
                    isCurrent={isCurrent(entry)}
                    count={entry.screen === 'pendingArticles' ? pending : 0}
                    onGo={onGo}
                  />
                ))}
                {index === sections.length - 1 && <Logout />}
              </Part>
            ))}
          </div>
        ))}
      </nav>
      <div className="menu-foot">
        <ThemePicker />
      </div>
    </>
  )
})
