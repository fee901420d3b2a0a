import {
  AutoComplete as AntAutoComplete,
  Select as AntSelect,
  type AutoCompleteProps,
  type SelectProps,
} from 'antd'
import { type KeyboardEvent, useState } from 'react'

type DefaultOption = NonNullable<SelectProps['options']>[number]

/** In the library, Tab picks the highlighted option. Here it moves the focus on, which closes the list. */
function leaveByTab(event: KeyboardEvent) {
  if (event.key === 'Tab') event.stopPropagation()
}

interface ListProps {
  /** Set if the open list would cover the content that follows. */
  closesOnChoice?: boolean
}

/** A select for one or several options. */
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

/** A text field with suggestions. */
export function AutoComplete(props: AutoCompleteProps) {
  return <AntAutoComplete {...props} onInputKeyDown={leaveByTab} />
}
