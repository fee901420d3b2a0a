import { useMay } from '#web/api/session.ts'
import { StartPicker } from '#web/features/ground/saved-views/start-picker.tsx'
import { switchLetterKeys, useLetterKeys } from '#web/ui/input/letter-keys.ts'
import { Switch } from '#web/ui/input/switch.tsx'
import { ThemePicker } from '#web/ui/theme/theme-picker.tsx'

/** The user's settings of theme, keyboard shortcuts and start page. */
export function LookPanel() {
  const mayChooseStart = useMay('ViewKeywords')
  return (
    <section className="sheet side-panel" aria-labelledby="look-title">
      <h2 id="look-title">Appearance</h2>
      <div className="cluster between gap-12 row-gap-4">
        <span className="quiet">Theme</span>
        <ThemePicker />
      </div>
      <div className="cluster between gap-12 row-gap-4">
        <span className="quiet">Shortcuts of a single letter</span>
        <Switch label="Single-letter shortcuts" checked={useLetterKeys()} onChange={switchLetterKeys} />
      </div>
      {mayChooseStart && <StartPicker />}
    </section>
  )
}
