import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

interface TabItem<K extends string> {
  key: K
  label: ReactNode
  /** Its panel; without panels the tabs only switch the content below them. */
  children?: ReactNode
  /** Stays mounted, once it was shown, while another tab is active. */
  isKept?: boolean
}

interface TabsProps<K extends string> {
  'aria-label': string
  items: readonly TabItem<K>[]
  /** Without it, the tabs remember it themselves and begin with the first. */
  activeKey?: K
  onChange?: (key: K) => void
}

/** The index of the tab that a key moves the focus to. */
function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** Moves the focus between the tabs; their own keys, Enter and Space, activate them. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const target = targetOf(
    event.key,
    tabs.findIndex((tab) => tab.matches(':focus')),
    tabs.length,
  )
  if (target === undefined) return
  event.preventDefault()
  tabs[target]?.focus()
}

/** The keys of the tabs that were active, the current one included. */
function useShown<K extends string>(active: K | undefined) {
  const [shown, setShown] = useState<readonly (K | undefined)[]>([active])
  if (!shown.includes(active)) setShown([...shown, active])
  return shown
}

/** Tabs and their panels. Panels of other tabs are not mounted, unless they are kept. */
export function Tabs<K extends string>({ 'aria-label': name, items, activeKey, onChange }: TabsProps<K>) {
  const id = useId()
  const [own, setOwn] = useState(items[0]?.key)
  const active = activeKey ?? own
  const shown = useShown(active)
  const [focused, setFocused] = useState<K>()
  const stop = items.some(({ key }) => key === focused) ? focused : active
  const choose = (key: K) => {
    setOwn(key)
    if (key !== active) onChange?.(key)
  }
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={name} onKeyDown={moveFocus}>
        {items.map(({ key, label, children }) => (
          <button
            key={key}
            type="button"
            role="tab"
            className="tab"
            id={`${id}-tab-${key}`}
            aria-selected={key === active}
            aria-controls={children && key === active ? `${id}-panel-${key}` : undefined}
            tabIndex={key === stop ? 0 : -1}
            onFocus={() => setFocused(key)}
            onBlur={() => setFocused(undefined)}
            onClick={() => choose(key)}
          >
            <span>{label}</span>
          </button>
        ))}
      </div>
      {items.map(({ key, children, isKept }) =>
        children && (key === active || (isKept && shown.includes(key))) ? (
          <div
            key={key}
            role="tabpanel"
            id={`${id}-panel-${key}`}
            aria-labelledby={`${id}-tab-${key}`}
            tabIndex={key === active ? 0 : -1}
            hidden={key !== active}
          >
            {children}
          </div>
        ) : null,
      )}
    </div>
  )
}
