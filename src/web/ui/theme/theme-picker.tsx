import { Segmented } from '../input/segmented.tsx'
import { chooseTheme, type ThemeChoice, useThemeChoice } from './theme-choice.ts'

const THEMES: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** Chooses light, dark, or the system's theme. */
export function ThemePicker() {
  return (
    <Segmented
      size="small"
      aria-label="Theme"
      options={THEMES}
      value={useThemeChoice()}
      onChange={chooseTheme}
    />
  )
}
