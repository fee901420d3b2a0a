import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Modal } from 'antd'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { useFocusReturn } from '#web/ui/hooks/use-focus-return.ts'
import { type Destination, destinationsQuery, screensFitting } from './palette-search.ts'
import { endTypingAhead } from './typed-ahead.ts'

const PAUSE = 250

interface PaletteProps {
  user: SignedInUser
  onClose: () => void
}

function useDestinations(typed: string, user: SignedInUser) {
  const text = typed.trim()
  const rested = useDebounced(text, PAUSE)
  const visitor = { roleId: user.role_id, permissions: user.permissions }
  const found = useQuery(destinationsQuery(rested, visitor, useQueryClient()))
  const fresh = rested === text ? (found.data ?? []) : []
  return { all: [...screensFitting(text, visitor), ...fresh], isLooking: rested !== text || found.isFetching }
}

interface DestinationListProps {
  all: readonly Destination[]
  current: Destination | undefined
  onGo: (destination: Destination) => void
}

/** The matching places; the one that Enter opens is always in view. */
function DestinationList({ all, current, onGo }: DestinationListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })
  return (
    <div id="palette-list" role="listbox" aria-label="Destinations" className="palette-list" ref={list}>
      {all.map((destination) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys
        <div
          key={destination.key}
          id={`palette-${destination.key}`}
          role="option"
          tabIndex={-1}
          aria-selected={destination === current}
          className="palette-option row align-stretch between gap-16"
          onClick={() => onGo(destination)}
        >
          <span>{destination.label}</span>
          <span className="meta">{destination.kind}</span>
        </div>
      ))}
    </div>
  )
}

/** Navigates by typing: to a screen, a keyword, an article, a product, a post or a person. */
export function CommandPalette({ user, onClose }: PaletteProps) {
  useFocusReturn()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  /** Enter was pressed before the matches were loaded. */
  const [isEntered, setEntered] = useState(false)
  const { all, isLooking } = useDestinations(typed, user)
  const navigate = useNavigate()
  const current = all[Math.min(at, all.length - 1)]
  const go = (destination: Destination) => {
    onClose()
    void destination.open(navigate)
  }
  useLayoutEffect(() => {
    const before = endTypingAhead()
    setTyped((own) => before.text + own)
    setEntered(before.isEntered)
  }, [])
  useEffect(() => {
    if (!isEntered || (isLooking && !current)) return
    setEntered(false)
    if (current) go(current)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step !== undefined)
      setAt((Math.min(at, all.length - 1) + step + all.length) % Math.max(all.length, 1))
    else if (current) go(current)
    else setEntered(typed.trim() !== '')
  }
  const hint = isLooking && typed.trim() !== '' ? 'Looking…' : 'No matches.'
  return (
    <Modal
      open
      onCancel={onClose}
      footer={null}
      closable={false}
      width={560}
      className="palette"
      title={<span className="visually-hidden">Go to</span>}
    >
      <div className="palette-input row gap-10">
        <Search size={16} aria-hidden="true" className="quiet" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type into it
          autoFocus
          role="combobox"
          aria-label="Go to"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={current ? `palette-${current.key}` : undefined}
          placeholder="Go to a screen, keyword, article, product, post or person"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setAt(0)
            setEntered(false)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <DestinationList all={all} current={current} onGo={go} />
      <p className="palette-hint meta" role="status">
        {all.length === 0 ? hint : ''}
      </p>
    </Modal>
  )
}
