// Runs before the first paint, so that no theme flashes by. Kept in step with src/web/ui/theme/theme-choice.ts.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('copydesk.theme')
  } catch {
    // Storage may be closed to us; the system's choice stands then.
  }
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  document.documentElement.dataset.theme = choice === 'dark' || choice === 'light' ? choice : system
})()
