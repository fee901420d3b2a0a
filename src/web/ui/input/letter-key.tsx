import { useLetterKeys } from './letter-keys.ts'

/** Shows the single-character shortcut of the control beside it, unless such shortcuts are off. */
export function LetterKey({ of: key, className }: { of: string; className?: string }) {
  return useLetterKeys() && <kbd className={className}>{key}</kbd>
}
