import {
  AutoComplete as AntAutoComplete,
  Select as AntSelect,
  type AutoCompleteProps,
  type SelectProps,
} from 'antd'
import { type KeyboardEvent, useState } from 'react'

type DefaultOption = NonNullable<SelectProps['options']>[number]

/** The component takes Tab for a choice of what happens to be marked; here it leaves, and leaving closes the list. */
function leaveByTab(event: KeyboardEvent) {
  if (event.key === 'Tab') event.stopPropagation()
}

interface ListProps {
  /** The list would lie over what comes next. */
  closesOnChoice?: boolean
}

/** A choice from a list, of one or of several. */
export function Select<Value = unknown, Option extends DefaultOption = DefaultOption>({
  closesOnChoice = false,
  onOpenChange,
  onSelect,
  ...props
}: SelectProps<Value, Option> & ListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AntSelect<Value, Option>
      {...props}
      open={isOpen}
      onOpenChange={(isShown) => {
        setOpen(isShown)
        onOpenChange?.(isShown)
      }}
      onSelect={(value, option) => {
        if (closesOnChoice) setOpen(false)
        onSelect?.(value, option)
      }}
      onInputKeyDown={leaveByTab}
    />
  )
}

/** A text that may be chosen from a list. */
export function AutoComplete(props: AutoCompleteProps) {
  return <AntAutoComplete {...props} onInputKeyDown={leaveByTab} />
}
