import { Popover } from 'antd'
import { ListFilter } from 'lucide-react'
import { type ComponentProps, memo, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { PASSES_OVER_SECOND } from '../hooks/opener.ts'
import { onDemand } from '../overlay/on-demand.tsx'
import type { HeaderFilter } from './column.ts'

/** The library's menu is loaded after the list itself. */
const Choice = onDemand(async () => (await import('./filter-choice.tsx')).FilterChoice)

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value) => other.includes(value))

/** Calls `leave` on Escape, wherever the focus is, and stops the event for everything behind. */
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

interface FilterButtonProps extends Omit<ComponentProps<'button'>, 'title'> {
  title: string
  isOpen: boolean
  isOn: boolean
}

/** The library would describe the button with all of the card's values. */
function FilterButton({ title, isOpen, isOn, 'aria-describedby': _, ...button }: FilterButtonProps) {
  return (
    <button
      {...button}
      {...PASSES_OVER_SECOND}
      type="button"
      className={isOn ? 'column-filter-button stack on' : 'column-filter-button stack'}
      aria-label={`Filter by ${title}`}
      aria-expanded={isOpen}
    >
      <ListFilter size={14} aria-hidden="true" />
    </button>
  )
}

interface ColumnFilterProps {
  title: string
  filter: HeaderFilter
}

/** The filter of a header. It is applied when it closes, except by Escape. */
export const ColumnFilter = memo(function ColumnFilter({ title, filter }: ColumnFilterProps) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const [isShown, setShown] = useState(false)
  const isOpen = chosen !== null
  const opener = useRef<HTMLButtonElement>(null)
  const leave = () => {
    setShown(false)
    setChosen(null)
  }
  useEscape(isOpen, () => {
    leave()
    opener.current?.focus()
  })
  const change = (opens: boolean) => {
    if (opens) return setChosen(filter.value)
    leave()
    if (chosen && !isSame(chosen, filter.value)) filter.onChange([...chosen])
  }
  // A click on the surrounding header sorts.
  const stop = (event: SyntheticEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses from the header that it stands in
    <span className="column-filter-place" onClick={stop} onKeyDown={stop}>
      <Popover
        trigger="click"
        open={isOpen}
        onOpenChange={change}
        afterOpenChange={setShown}
        placement="bottomRight"
        arrow={false}
        classNames={{ root: 'column-filter-card' }}
        content={
          <Choice
            title={title}
            filter={filter}
            chosen={chosen ?? filter.value}
            isShown={isShown}
            onChoose={setChosen}
            onDone={() => {
              change(false)
              opener.current?.focus()
            }}
          />
        }
      >
        <FilterButton ref={opener} title={title} isOpen={isOpen} isOn={filter.value.length > 0} />
      </Popover>
    </span>
  )
})
