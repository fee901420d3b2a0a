import { useSyncExternalStore } from 'react'
import type { ThemeName } from './tokens.ts'

export const THEME_KEY = 'copydesk.theme'
export type ThemeChoice = 'system' | ThemeName

const listeners = new Set<() => void>()
const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)')

export function themeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(THEME_KEY)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

export function activeTheme(): ThemeName {
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return systemDark().matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, choice)
  } catch {
    // Without storage the choice holds for this visit only through the attribute below.
  }
  apply()
}

function apply() {
  document.documentElement.dataset.theme = activeTheme()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const system = systemDark()
  if (listeners.size === 0) {
    system.addEventListener('change', apply)
    window.addEventListener('storage', apply)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    system.removeEventListener('change', apply)
    window.removeEventListener('storage', apply)
  }
}

/** The active theme: follows the system until the user chooses one. */
export function useActiveTheme(): ThemeName {
  return useSyncExternalStore(subscribe, activeTheme)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice)
}
