import { Input, type InputRef, Menu, type MenuRef } from 'antd'
import { type KeyboardEvent, type KeyboardEventHandler, useEffect, useRef, useState } from 'react'
import { Button } from '../input/button.tsx'
import { Checkbox } from '../input/checkbox.tsx'
import type { HeaderFilter } from './column.ts'

/** Lists with more values than this have a search field. */
const MOST_WITHOUT_SEARCH = 8

interface FilterChoiceProps {
  title: string
  filter: HeaderFilter
  chosen: readonly string[]
  /** The list is visible and gets the keyboard focus. */
  isShown: boolean
  onChoose: (chosen: string[]) => void
  onDone: () => void
}

/** Whether Tab would leave the box: it is at the end of the document, far from its button. */
function leavesByTab({ key, shiftKey, target, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (key !== 'Tab' || !(target instanceof HTMLElement)) return false
  const stops = currentTarget.querySelectorAll<HTMLElement>(
    'input:not([type="checkbox"]), [role="menu"], button:not(:disabled)',
  )
  const stop = shiftKey ? stops[0] : stops[stops.length - 1]
  return stop?.contains(target) === true
}

/** The options of a header's filter. */
export function FilterChoice({ title, filter, chosen, isShown, onChoose, onDone }: FilterChoiceProps) {
  const [typed, setTyped] = useState('')
  const search = useRef<InputRef>(null)
  const menu = useRef<MenuRef>(null)
  useEffect(() => {
    if (isShown) (search.current ?? menu.current)?.focus({ preventScroll: true })
  }, [isShown])
  const leaveSearch: KeyboardEventHandler = (event) => {
    if (event.key === 'ArrowDown') menu.current?.focus()
    // The menu below handles keys itself.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
  }
  const choose = (key: string) =>
    onChoose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key])
  const fits = (label: string) => label.toLowerCase().includes(typed.trim().toLowerCase())
  return (
    <fieldset
      className="column-filter"
      aria-label={`Filter by ${title}`}
      onKeyDown={(event) => {
        if (!leavesByTab(event)) return
        event.preventDefault()
        onDone()
      }}
    >
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
        onClick={({ key }) => choose(key)}
        onKeyDown={(event) => {
          // Space toggles a checkbox; it must not scroll the page.
          if (event.key !== ' ' || !(event.target instanceof HTMLElement)) return
          event.preventDefault()
          event.target.closest<HTMLElement>('[role="menuitem"]')?.click()
        }}
        items={filter.options
          .filter(({ label }) => fits(label))
          .map(({ label, value }) => ({
            key: value,
            label: (
              <>
                <Checkbox checked={chosen.includes(value)} readOnly tabIndex={-1} /> <span>{label}</span>
              </>
            ),
          }))}
      />
      <div className="column-filter-foot row align-stretch between gap-8">
        <Button type="link" size="small" disabled={chosen.length === 0} onClick={() => onChoose([])}>
          Reset
        </Button>
        <Button type="primary" size="small" onClick={onDone}>
          OK
        </Button>
      </div>
    </fieldset>
  )
}
