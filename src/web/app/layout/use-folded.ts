import { useState } from 'react'
import { MENU_PARTS, type MenuPart } from '#shared/access/screens.ts'
import { ownKey } from '#web/api/session.ts'

const read = (key: string): readonly MenuPart[] => {
  const kept = (localStorage.getItem(key) ?? '').split(',')
  return MENU_PARTS.filter((part) => kept.includes(part))
}

/** The collapsed parts of the menu, stored per user. */
export function useFolded() {
  const key = ownKey('menu-folded')
  const [folded, setFolded] = useState(() => read(key))
  const fold = (part: MenuPart) => {
    const next = folded.includes(part) ? folded.filter((each) => each !== part) : [...folded, part]
    localStorage.setItem(key, next.join())
    setFolded(next)
  }
  return { folded, fold }
}
