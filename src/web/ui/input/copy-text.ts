import { notify } from '../feedback/notify.ts'

/**
 * Copies a text to the clipboard and says so. If the browser blocks the clipboard, the notice shows the text for manual
 * copying, or `blocked` is called instead, e.g. for a secret that no notice may show. Returns whether it was copied.
 */
export async function copyText(text: string, done: string, blocked?: () => void): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    notify({ kind: 'success', title: done })
    return true
  } catch {
    if (blocked) blocked()
    else notify({ kind: 'info', title: text })
    return false
  }
}
