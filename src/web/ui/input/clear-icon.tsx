import { CircleX } from 'lucide-react'

/** For `allowClear` of a text input: names its button, which would otherwise be named after the icon. */
export const CLEARABLE = { clearIcon: <CircleX size={14} role="img" aria-label="Clear" /> }
