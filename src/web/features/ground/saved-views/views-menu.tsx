import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ViewScreen } from '#shared/features/ground/saved-views/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ClickPopover } from '#web/ui/overlay/click-popover.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { SAVE_VIEW } from './messages.ts'
import { viewsQuery } from './queries.ts'
import { StartPicker } from './start-picker.tsx'
import { type Kept, useViewAddress, type ViewSearch } from './use-view-address.ts'
import { useViewChanges } from './use-view-changes.ts'
import { ViewsList } from './views-list.tsx'

const ViewDialog = onDemand(() => import('./view-dialog.tsx').then(({ ViewDialog }) => ViewDialog))

interface ViewsMenuProps<Search extends ViewSearch> {
  screen: ViewScreen
  kept: Kept<Search>
}

/** The saved views of a screen. */
export function ViewsMenu<Search extends ViewSearch>({ screen, kept }: ViewsMenuProps<Search>) {
  const [isOpen, setOpen] = useState(false)
  const address = useViewAddress(kept)
  const changes = useViewChanges(address.current)
  const { data } = useQuery(viewsQuery(screen))
  const current = data?.find(({ search }) => address.tidy(search) === address.current)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  // The popup is at the end of the document, far from the button that opens it.
  const enter = (isShown: boolean) => {
    if (isShown) menu.current?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }
  const change = (isShown: boolean) => {
    setOpen(isShown)
    if (!isShown && menu.current?.contains(document.activeElement)) button.current?.focus()
  }
  const close = () => change(false)
  const list = (
    <div className="views-menu stack gap-8" ref={menu}>
      <ViewsList
        screen={screen}
        address={address}
        onFollow={close}
        onChange={(view, kind) => {
          close()
          changes.change(view, kind)
        }}
      />
      <Button
        type="text"
        block
        icon={<Plus size={14} aria-hidden="true" />}
        onClick={() => {
          close()
          changes.begin()
        }}
      >
        {SAVE_VIEW}
      </Button>
      {screen === 'keywords' && <StartPicker />}
    </div>
  )
  return (
    <>
      <ClickPopover
        placement="bottom"
        open={isOpen}
        onOpenChange={change}
        afterOpenChange={enter}
        destroyOnHidden
        content={list}
      >
        <Button
          ref={button}
          aria-label={current ? `Views: ${current.name}` : 'Views'}
          aria-expanded={isOpen}
          icon={<Bookmark size={16} aria-hidden="true" />}
        >
          <span className="wide-only ellipsis views-current">{current?.name ?? 'Views'}</span>
          <ChevronDown size={14} aria-hidden="true" className="wide-only quiet" />
        </Button>
      </ClickPopover>
      {changes.named !== undefined && (
        <ViewDialog
          screen={screen}
          view={changes.named}
          search={changes.named?.search ?? address.current}
          onClose={changes.end}
        />
      )}
    </>
  )
}
