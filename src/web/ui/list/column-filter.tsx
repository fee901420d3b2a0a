import { Button, Checkbox, Dropdown, Input, type InputRef, Menu, type MenuRef } from 'antd'
import { ListFilter } from 'lucide-react'
import {
  type KeyboardEventHandler,
  memo,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { PASSES_OVER_SECOND } from '../opener.ts'
import type { HeaderFilter } from './column.ts'

/** With more values than these one types to find one. */
const MOST_WITHOUT_SEARCH = 8

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

interface ChoiceProps {
  title: string
  filter: HeaderFilter
  chosen: readonly string[]
  onChoose: (chosen: string[]) => void
  onDone: () => void
  /** Given by what opens it, which hands the keys over by it. */
  ref?: Ref<{ focus: () => void }>
}

function Choice({ title, filter, chosen, onChoose, onDone, ref }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useRef<InputRef>(null)
  const menu = useRef<MenuRef>(null)
  useImperativeHandle(ref, () => ({ focus: () => (search.current ?? menu.current)?.focus() }), [])
  const leaveSearch: KeyboardEventHandler = (event) => {
    if (event.key === 'ArrowDown') menu.current?.focus()
    // The menu below takes keys for itself.
    if (event.key !== 'Escape') event.stopPropagation()
  }
  const fits = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase())
  return (
    <div className="column-filter ant-dropdown-menu">
      {filter.options.length > MOST_WITHOUT_SEARCH && (
        <Input
          ref={search}
          size="small"
          aria-label={`Search in ${title}`}
          placeholder="Search in filters"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={leaveSearch}
        />
      )}
      <Menu
        ref={menu}
        className="column-filter-list"
        selectable={false}
        onClick={({ key }) =>
          onChoose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
        }
        items={filter.options
          .filter(({ label }) => fits(label))
          .map(({ label, value }) => ({
            key: value,
            label: (
              <>
                <Checkbox checked={chosen.includes(value)} tabIndex={-1} /> <span>{label}</span>
              </>
            ),
          }))}
      />
      <div className="column-filter-foot">
        <Button type="link" size="small" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          Reset
        </Button>
        <Button type="primary" size="small" onClick={onDone}>
          OK
        </Button>
      </div>
    </div>
  )
}

/** Calls `leave` where Escape is pressed, wherever the focus is, and keeps it from whatever is behind. */
function useEscape(isOpen: boolean, leave: () => void) {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    if (!isOpen) return
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOpen])
}

interface ColumnFilterProps {
  title: string
  filter: HeaderFilter
}

/** What a header's filter is set with: it counts once it is closed, unless that is by Escape. */
export const ColumnFilter = memo(function ColumnFilter({ title, filter }: ColumnFilterProps) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const isOpen = chosen !== null
  const opener = useRef<HTMLButtonElement>(null)
  useEscape(isOpen, () => {
    setChosen(null)
    opener.current?.focus()
  })
  const change = (opens: boolean) => {
    setChosen(opens ? filter.value : null)
    if (!opens && chosen && !isSame(chosen, filter.value)) filter.onChange([...chosen])
  }
  // The header around it sorts when it is pressed.
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses from the header that it stands in
    <span className="column-filter-place" onClick={stop} onKeyDown={stop}>
      <Dropdown
        trigger={['click']}
        open={isOpen}
        // A choice is no reason to close: several can be made.
        onOpenChange={(opens, { source }) => source === 'trigger' && change(opens)}
        placement="bottomRight"
        autoFocus
        popupRender={() => (
          <Choice
            title={title}
            filter={filter}
            chosen={chosen ?? filter.value}
            onChoose={setChosen}
            onDone={() => {
              change(false)
              opener.current?.focus()
            }}
          />
        )}
      >
        <button
          ref={opener}
          type="button"
          className={filter.value.length > 0 ? 'column-filter-button on' : 'column-filter-button'}
          {...PASSES_OVER_SECOND}
          aria-label={`Filter by ${title}`}
          aria-expanded={isOpen}
        >
          <ListFilter size={14} aria-hidden="true" />
        </button>
      </Dropdown>
    </span>
  )
})
